// What CUDA C++ has beyond C++, for the host's compiler: qualifiers, built-in variables, vector
// types and intrinsics. It is included before the source of a kernel. `__global__`, `__shared__`,
// `__constant__` and `__noinline__` are no macros: source.cpp replaces them after the preprocessor.
#pragma once

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <utility>

#define __CUDACC__ 1
#define LAYOUTCHECK_ON_HOST 1

#define __device__
#define __host__
#define __managed__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)

#define LAYOUTCHECK_VECTORS(T, name, align2, align4)     \
  struct name##1 {                                       \
    T x;                                                 \
  };                                                     \
  struct __align__(align2) name##2 {                     \
    T x, y;                                              \
  };                                                     \
  struct name##3 {                                       \
    T x, y, z;                                           \
  };                                                     \
  struct __align__(align4) name##4 {                     \
    T x, y, z, w;                                        \
  };                                                     \
  constexpr name##1 make_##name##1(T x) {                \
    return {x};                                          \
  }                                                      \
  constexpr name##2 make_##name##2(T x, T y) {           \
    return {x, y};                                       \
  }                                                      \
  constexpr name##3 make_##name##3(T x, T y, T z) {      \
    return {x, y, z};                                    \
  }                                                      \
  constexpr name##4 make_##name##4(T x, T y, T z, T w) { \
    return {x, y, z, w};                                 \
  }

LAYOUTCHECK_VECTORS(signed char, char, 2, 4)
LAYOUTCHECK_VECTORS(unsigned char, uchar, 2, 4)
LAYOUTCHECK_VECTORS(short, short, 4, 8)
LAYOUTCHECK_VECTORS(unsigned short, ushort, 4, 8)
LAYOUTCHECK_VECTORS(int, int, 8, 16)
LAYOUTCHECK_VECTORS(unsigned, uint, 8, 16)
LAYOUTCHECK_VECTORS(long, long, 16, 16)
LAYOUTCHECK_VECTORS(unsigned long, ulong, 16, 16)
LAYOUTCHECK_VECTORS(long long, longlong, 16, 16)
LAYOUTCHECK_VECTORS(unsigned long long, ulonglong, 16, 16)
LAYOUTCHECK_VECTORS(float, float, 8, 16)
LAYOUTCHECK_VECTORS(double, double, 16, 16)
#undef LAYOUTCHECK_VECTORS

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3() = default;
  constexpr dim3(unsigned a, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

extern "C" {
// A thread sees them constant, though the process changes them between threads.
extern const uint3 threadIdx;
extern const uint3 blockIdx;
extern const dim3 blockDim;
extern const dim3 gridDim;

/// How many threads of the block came with a predicate that holds, once all have come that have not
/// ended.
unsigned layoutcheck_barrier(int predicate);
/// The values of the lanes of the mask, once all have come to the same operation; `arrived` has a
/// bit for each lane that did not end before.
const unsigned long long* layoutcheck_exchange(const char* operation, unsigned mask,
                                               unsigned long long value, unsigned* arrived);
/// Ends the launch with a fault.
[[noreturn]] void layoutcheck_trap(const char* message);
[[noreturn]] void layoutcheck_diverged(const char* message);
/// Lets other threads run.
void layoutcheck_yield();
unsigned layoutcheck_lane();
unsigned long long layoutcheck_clock();
/// Says once that a variable is shared, or constant. The declaration of each is followed by a call.
int layoutcheck_shared(const volatile void* address, size_t bytes);
int layoutcheck_constant(const volatile void* address, size_t bytes);
#ifdef LAYOUTCHECK_RECORD
void layoutcheck_atomic(const volatile void* address, size_t bytes, const void* place);
#endif
}

/// The variable, without the compiler's knowledge that it is.
template <class T>
__forceinline__ T& layoutcheck_hide(T& variable) {
  T* address = __builtin_addressof(variable);
  __asm__("" : "+r"(address));
  return *address;
}

constexpr int warpSize = 32;

// --- Barriers and fences

inline void __syncthreads() {
  layoutcheck_barrier(0);
}
inline int __syncthreads_count(int predicate) {
  return static_cast<int>(layoutcheck_barrier(predicate));
}
inline int __syncthreads_and(int predicate) {
  return layoutcheck_barrier(predicate == 0) == 0;
}
inline int __syncthreads_or(int predicate) {
  return layoutcheck_barrier(predicate) != 0;
}
inline void __syncwarp(unsigned mask = 0xffffffffu) {
  unsigned arrived;
  layoutcheck_exchange("__syncwarp", mask, 0, &arrived);
}
inline void __threadfence() {}
inline void __threadfence_block() {}
inline void __threadfence_system() {}
inline void __nanosleep(unsigned) {
  layoutcheck_yield();
}
[[noreturn]] __forceinline__ void __trap() {
  layoutcheck_trap("__trap()");
}
[[noreturn]] __forceinline__ void __brkpt() {
  layoutcheck_trap("__brkpt()");
}
inline long long clock64() {
  return static_cast<long long>(layoutcheck_clock());
}

// --- What the lanes of a warp exchange

template <class T>
__forceinline__ T layoutcheck_shuffle(const char* operation, unsigned mask, T value,
                                      unsigned source) {
  static_assert(sizeof(T) <= 8);
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  unsigned arrived;
  const unsigned long long* all = layoutcheck_exchange(operation, mask, bits, &arrived);
  if ((arrived >> source & 1) == 0)
    layoutcheck_diverged("a shuffle reads a lane that does not take part in it");
  bits = all[source];
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
template <class T>
__forceinline__ T __shfl_sync(unsigned mask, T value, int source, int width = warpSize) {
  const unsigned lane = layoutcheck_lane();
  const unsigned w = static_cast<unsigned>(width);
  return layoutcheck_shuffle("__shfl_sync", mask, value,
                             (lane & ~(w - 1)) | (static_cast<unsigned>(source) & (w - 1)));
}
template <class T>
__forceinline__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  const unsigned lane = layoutcheck_lane();
  const bool inside = (lane & (static_cast<unsigned>(width) - 1)) >= delta;
  return layoutcheck_shuffle("__shfl_up_sync", mask, value, inside ? lane - delta : lane);
}
template <class T>
__forceinline__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize) {
  const unsigned lane = layoutcheck_lane();
  const unsigned w = static_cast<unsigned>(width);
  const bool inside = delta < w && (lane & (w - 1)) + delta < w;
  return layoutcheck_shuffle("__shfl_down_sync", mask, value, inside ? lane + delta : lane);
}
template <class T>
__forceinline__ T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = warpSize) {
  const unsigned lane = layoutcheck_lane();
  const unsigned source = lane ^ static_cast<unsigned>(lanes);
  const bool inside = source < (lane | (static_cast<unsigned>(width) - 1)) + 1;
  return layoutcheck_shuffle("__shfl_xor_sync", mask, value, inside ? source : lane);
}

template <class T, class Join>
T layoutcheck_reduce(const char* operation, unsigned mask, T value, Join join) {
  unsigned arrived;
  const unsigned long long* all =
      layoutcheck_exchange(operation, mask, static_cast<unsigned long long>(value), &arrived);
  unsigned rest = arrived;
  T result = static_cast<T>(all[__builtin_ctz(rest)]);
  for (rest &= rest - 1; rest != 0; rest &= rest - 1)
    result = join(result, static_cast<T>(all[__builtin_ctz(rest)]));
  return result;
}
#define LAYOUTCHECK_REDUCE(T, name, expression)                                     \
  inline T __reduce_##name##_sync(unsigned mask, T value) {                         \
    return layoutcheck_reduce("__reduce_" #name "_sync", mask, value,               \
                              [](T a, T b) { return static_cast<T>(expression); }); \
  }
LAYOUTCHECK_REDUCE(unsigned, add, a + b)
LAYOUTCHECK_REDUCE(int, add, static_cast<unsigned>(a) + static_cast<unsigned>(b))
LAYOUTCHECK_REDUCE(unsigned, min, a < b ? a : b)
LAYOUTCHECK_REDUCE(int, min, a < b ? a : b)
LAYOUTCHECK_REDUCE(unsigned, max, a < b ? b : a)
LAYOUTCHECK_REDUCE(int, max, a < b ? b : a)
LAYOUTCHECK_REDUCE(unsigned, and, a& b)
LAYOUTCHECK_REDUCE(unsigned, or, a | b)
LAYOUTCHECK_REDUCE(unsigned, xor, a ^ b)
#undef LAYOUTCHECK_REDUCE

inline unsigned __ballot_sync(unsigned mask, int predicate) {
  const unsigned mine = static_cast<unsigned>(predicate != 0) << layoutcheck_lane();
  return layoutcheck_reduce("__ballot_sync", mask, mine,
                            [](unsigned a, unsigned b) { return a | b; });
}
inline int __any_sync(unsigned mask, int predicate) {
  return layoutcheck_reduce("__any_sync", mask, static_cast<int>(predicate != 0),
                            [](int a, int b) { return a | b; });
}
inline int __all_sync(unsigned mask, int predicate) {
  return layoutcheck_reduce("__all_sync", mask, static_cast<int>(predicate != 0),
                            [](int a, int b) { return a & b; });
}
template <class T>
unsigned __match_any_sync(unsigned mask, T value) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  unsigned arrived;
  const unsigned long long* all = layoutcheck_exchange("__match_any_sync", mask, bits, &arrived);
  unsigned same = 0;
  for (unsigned rest = arrived; rest != 0; rest &= rest - 1) {
    const int lane = __builtin_ctz(rest);
    same |= static_cast<unsigned>(all[lane] == bits) << lane;
  }
  return same;
}
template <class T>
unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  const unsigned same = __match_any_sync(mask, value);
  *predicate = __all_sync(mask, same == __ballot_sync(mask, 1));
  return *predicate ? same : 0;
}
/// Threads run one at a time.
inline unsigned __activemask() {
  return 1u << layoutcheck_lane();
}

// --- Integers

inline int __mulhi(int a, int b) {
  return static_cast<int>(static_cast<long long>(a) * b >> 32);
}
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<unsigned long long>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline unsigned __umul24(unsigned a, unsigned b) {
  return (a & 0xffffffu) * (b & 0xffffffu);
}
inline int __mul24(int a, int b) {
  const auto low = [](int v) {
    return static_cast<long long>(static_cast<int>(static_cast<unsigned>(v) << 8) >> 8);
  };
  return static_cast<int>(static_cast<unsigned>(low(a) * low(b)));
}
inline int __popc(unsigned v) {
  return __builtin_popcount(v);
}
inline int __popcll(unsigned long long v) {
  return __builtin_popcountll(v);
}
inline int __clz(int v) {
  return v == 0 ? 32 : __builtin_clz(static_cast<unsigned>(v));
}
inline int __clzll(long long v) {
  return v == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(v));
}
inline int __ffs(int v) {
  return __builtin_ffs(v);
}
inline int __ffsll(long long v) {
  return __builtin_ffsll(v);
}
inline unsigned __brev(unsigned v) {
  unsigned result = 0;
  for (int bit = 0; bit < 32; ++bit)
    result |= (v >> bit & 1u) << (31 - bit);
  return result;
}
inline unsigned long long __brevll(unsigned long long v) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(v))) << 32 |
         __brev(static_cast<unsigned>(v >> 32));
}
inline unsigned __byte_perm(unsigned low, unsigned high, unsigned selector) {
  const unsigned long long bytes = static_cast<unsigned long long>(high) << 32 | low;
  unsigned result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const unsigned choice = selector >> 4 * i;
    unsigned byte = static_cast<unsigned>(bytes >> 8 * (choice & 7)) & 0xffu;
    if ((choice & 8) != 0) byte = (byte & 0x80u) != 0 ? 0xffu : 0;
    result |= byte << 8 * i;
  }
  return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(
      (static_cast<unsigned long long>(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<unsigned long long>(high) << 32 | low) >> (shift & 31));
}

#define LAYOUTCHECK_MIN_MAX(T, A, B)                                                      \
  constexpr T min(A a, B b) {                                                             \
    return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(a) : static_cast<T>(b); \
  }                                                                                       \
  constexpr T max(A a, B b) {                                                             \
    return static_cast<T>(a) < static_cast<T>(b) ? static_cast<T>(b) : static_cast<T>(a); \
  }
LAYOUTCHECK_MIN_MAX(int, int, int)
LAYOUTCHECK_MIN_MAX(unsigned, unsigned, unsigned)
LAYOUTCHECK_MIN_MAX(unsigned, int, unsigned)
LAYOUTCHECK_MIN_MAX(unsigned, unsigned, int)
LAYOUTCHECK_MIN_MAX(long, long, long)
LAYOUTCHECK_MIN_MAX(unsigned long, unsigned long, unsigned long)
LAYOUTCHECK_MIN_MAX(unsigned long, long, unsigned long)
LAYOUTCHECK_MIN_MAX(unsigned long, unsigned long, long)
LAYOUTCHECK_MIN_MAX(long long, long long, long long)
LAYOUTCHECK_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
LAYOUTCHECK_MIN_MAX(unsigned long long, long long, unsigned long long)
LAYOUTCHECK_MIN_MAX(unsigned long long, unsigned long long, long long)
#undef LAYOUTCHECK_MIN_MAX
#define LAYOUTCHECK_MIN_MAX(T, A, B) \
  inline T min(A a, B b) {           \
    return __builtin_fmin(a, b);     \
  }                                  \
  inline T max(A a, B b) {           \
    return __builtin_fmax(a, b);     \
  }
LAYOUTCHECK_MIN_MAX(float, float, float)
LAYOUTCHECK_MIN_MAX(double, double, double)
LAYOUTCHECK_MIN_MAX(double, float, double)
LAYOUTCHECK_MIN_MAX(double, double, float)
#undef LAYOUTCHECK_MIN_MAX

// --- Floating point

template <class To, class From>
To layoutcheck_bits(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  __builtin_memcpy(&result, &value, sizeof value);
  return result;
}
inline int __float_as_int(float v) {
  return layoutcheck_bits<int>(v);
}
inline unsigned __float_as_uint(float v) {
  return layoutcheck_bits<unsigned>(v);
}
inline float __int_as_float(int v) {
  return layoutcheck_bits<float>(v);
}
inline float __uint_as_float(unsigned v) {
  return layoutcheck_bits<float>(v);
}
inline long long __double_as_longlong(double v) {
  return layoutcheck_bits<long long>(v);
}
inline double __longlong_as_double(long long v) {
  return layoutcheck_bits<double>(v);
}
inline float rsqrtf(float v) {
  return 1.0f / sqrtf(v);
}
inline float __fdividef(float a, float b) {
  return a / b;
}
inline float __frcp_rn(float v) {
  return 1.0f / v;
}
inline float __fadd_rn(float a, float b) {
  return a + b;
}
inline float __fmul_rn(float a, float b) {
  return a * b;
}
inline float __fmaf_rn(float a, float b, float c) {
  return fmaf(a, b, c);
}
inline float __saturatef(float v) {
  return v > 0.0f ? (v < 1.0f ? v : 1.0f) : 0.0f;
}

// --- Loads and stores that name a cache

#define LAYOUTCHECK_LOAD(name)               \
  template <class T>                         \
  __forceinline__ T name(const T* address) { \
    return *address;                         \
  }
LAYOUTCHECK_LOAD(__ldg)
LAYOUTCHECK_LOAD(__ldca)
LAYOUTCHECK_LOAD(__ldcg)
LAYOUTCHECK_LOAD(__ldcs)
LAYOUTCHECK_LOAD(__ldcv)
LAYOUTCHECK_LOAD(__ldlu)
#undef LAYOUTCHECK_LOAD
template <class T>
struct layoutcheck_same {
  using type = T;
};
#define LAYOUTCHECK_STORE(name)                                                     \
  template <class T>                                                                \
  __forceinline__ void name(T* address, typename layoutcheck_same<T>::type value) { \
    *address = value;                                                               \
  }
LAYOUTCHECK_STORE(__stwb)
LAYOUTCHECK_STORE(__stcg)
LAYOUTCHECK_STORE(__stcs)
LAYOUTCHECK_STORE(__stwt)
#undef LAYOUTCHECK_STORE

// --- Atomic operations. Threads run one at a time, so plain reads and writes are atomic.

#define LAYOUTCHECK_UNWATCHED \
  __attribute__((noinline, no_sanitize("address", "kernel-address", "undefined")))
#ifdef LAYOUTCHECK_RECORD
#define LAYOUTCHECK_ATOMIC LAYOUTCHECK_UNWATCHED
#define LAYOUTCHECK_TOUCH(address) \
  layoutcheck_atomic(address, sizeof *address, __builtin_return_address(0))
#else
#define LAYOUTCHECK_ATOMIC __attribute__((noinline, no_sanitize("signed-integer-overflow")))
#define LAYOUTCHECK_TOUCH(address) static_cast<void>(0)
#endif
#define LAYOUTCHECK_ATOMIC_OPERATION(name, expression)                                        \
  template <class T>                                                                          \
  LAYOUTCHECK_ATOMIC T atomic##name(T* address, typename layoutcheck_same<T>::type v) {       \
    LAYOUTCHECK_TOUCH(address);                                                               \
    const T old = *address;                                                                   \
    *address = static_cast<T>(expression);                                                    \
    return old;                                                                               \
  }                                                                                           \
  template <class T>                                                                          \
  __forceinline__ T atomic##name##_block(T* address, typename layoutcheck_same<T>::type v) {  \
    return atomic##name(address, v);                                                          \
  }                                                                                           \
  template <class T>                                                                          \
  __forceinline__ T atomic##name##_system(T* address, typename layoutcheck_same<T>::type v) { \
    return atomic##name(address, v);                                                          \
  }
LAYOUTCHECK_ATOMIC_OPERATION(Add, old + v)
LAYOUTCHECK_ATOMIC_OPERATION(Sub, old - v)
LAYOUTCHECK_ATOMIC_OPERATION(Exch, v)
LAYOUTCHECK_ATOMIC_OPERATION(Min, v < old ? v : old)
LAYOUTCHECK_ATOMIC_OPERATION(Max, old < v ? v : old)
LAYOUTCHECK_ATOMIC_OPERATION(And, old& v)
LAYOUTCHECK_ATOMIC_OPERATION(Or, old | v)
LAYOUTCHECK_ATOMIC_OPERATION(Xor, old ^ v)
LAYOUTCHECK_ATOMIC_OPERATION(Inc, old >= v ? 0 : old + 1)
LAYOUTCHECK_ATOMIC_OPERATION(Dec, old == 0 || old > v ? v : old - 1)
#undef LAYOUTCHECK_ATOMIC_OPERATION
template <class T>
LAYOUTCHECK_ATOMIC T atomicCAS(T* address, typename layoutcheck_same<T>::type expected,
                               typename layoutcheck_same<T>::type v) {
  LAYOUTCHECK_TOUCH(address);
  const T old = *address;
  *address = old == expected ? v : old;
  return old;
}
#undef LAYOUTCHECK_ATOMIC
#undef LAYOUTCHECK_TOUCH

// --- The entries, for the process that runs them

struct layoutcheck_entry {
  void (*kernel)();
  void (*call)(void (*kernel)(), void* const* arguments);
  size_t count;
  const size_t* sizes;
};

template <class... Parameters>
struct layoutcheck_signature {
  static constexpr size_t sizes[] = {sizeof(Parameters)..., 0};

  LAYOUTCHECK_UNWATCHED static void call(void (*kernel)(), void* const* arguments) {
    spread(kernel, arguments, std::index_sequence_for<Parameters...>());
  }
  template <size_t... Indices>
  LAYOUTCHECK_UNWATCHED static void spread(void (*kernel)(),
                                           [[maybe_unused]] void* const* arguments,
                                           std::index_sequence<Indices...>) {
    reinterpret_cast<void (*)(Parameters...)>(kernel)(
        *static_cast<Parameters*>(arguments[Indices])...);
  }
};

template <class... Parameters>
layoutcheck_entry layoutcheck_describe(void (*kernel)(Parameters...)) {
  using Signature = layoutcheck_signature<Parameters...>;
  return {reinterpret_cast<void (*)()>(kernel), &Signature::call, sizeof...(Parameters),
          Signature::sizes};
}
