// AddressSanitizer's functions; null where it is not linked.
#pragma once

#include <cstddef>

extern "C" {
[[gnu::weak]] void __sanitizer_start_switch_fiber(void** save, const void* bottom,
                                                  std::size_t size);
[[gnu::weak]] void __sanitizer_finish_switch_fiber(void* save, const void** bottom,
                                                   std::size_t* size);
[[gnu::weak]] void __asan_poison_memory_region(const volatile void* address, std::size_t bytes);
[[gnu::weak]] void __asan_unpoison_memory_region(const volatile void* address, std::size_t bytes);
[[gnu::weak]] void* __asan_get_report_pc();
[[gnu::weak]] void* __asan_get_report_address();
[[gnu::weak]] int __asan_get_report_access_type();
[[gnu::weak]] std::size_t __asan_get_report_access_size();
[[gnu::weak]] const char* __asan_get_report_description();
}
