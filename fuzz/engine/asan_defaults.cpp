// The options of AddressSanitizer that the targets run with, where ASAN_OPTIONS does not say
// otherwise.

extern "C" const char* __asan_default_options();

// Stack traces of allocations, filling them, and a quarantine that is larger than the caches would
// be a third of the time. An input allocates less than the quarantine holds; and a find is run
// again, with other options, by whoever wants to know more.
const char* __asan_default_options() {
  return "malloc_context_size=0:max_malloc_fill_size=0:quarantine_size_mb=1:"
         "thread_local_quarantine_size_kb=64";
}
