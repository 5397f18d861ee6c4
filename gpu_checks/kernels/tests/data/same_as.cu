// Pairs of kernels that make the same of all values, and some that nearly do. Compiled by NVRTC 12.9
// with -arch=compute_80 --use_fast_math, without headers.
struct Half {
  unsigned short bits;
};
__device__ inline float to_float(Half h) {
  float f;
  asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(h.bits));
  return f;
}
__device__ inline Half to_half(float f) {
  Half h;
  asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h.bits) : "f"(f));
  return h;
}

extern "C" __global__ void sum_plain(const float* x, float* y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  if (threadIdx.x == 0) y[0] = 0.5f * sum;
}

// One block: each thread has every 64th element, then a tree.
extern "C" __global__ void sum_tree(const float* x, float* y, int n) {
  __shared__ float part[64];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 64) sum += x[i];
  part[threadIdx.x] = sum;
  for (int s = 32; s > 0; s /= 2) {
    __syncthreads();
    if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
  }
  if (threadIdx.x == 0) y[0] = part[0] / 2;
}

extern "C" __global__ void sum_short(const float* x, float* y, int n) {
  float sum = 0;
  for (int i = 0; i < n - 1; ++i) sum += x[i];
  if (threadIdx.x == 0) y[0] = 0.5f * sum;
}

extern "C" __global__ void sum_unscaled(const float* x, float* y, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += x[i];
  if (threadIdx.x == 0) y[0] = sum;
}

extern "C" __global__ void matmul_loop(const Half* a, const Half* b, Half* c, int m, int n, int k) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m || j >= n) return;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += to_float(a[i * k + l]) * to_float(b[l * n + j]);
  c[i * n + j] = to_half(sum);
}

// Each block in z adds its part of k to what is there, which is zeros at first.
extern "C" __global__ void matmul_split(const float* a, const float* b, float* c, int m, int n, int k) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  const int part = k / gridDim.z;
  float sum = 0;
  for (int l = blockIdx.z * part; l < (blockIdx.z + 1) * part; ++l) sum += a[i * k + l] * b[l * n + j];
  atomicAdd(&c[i * n + j], sum);
}

extern "C" __global__ void matmul_floats(const float* a, const float* b, float* c, int m, int n, int k) {
  const int i = blockIdx.y * blockDim.y + threadIdx.y;
  const int j = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < k; ++l) sum += a[i * k + l] * b[l * n + j];
  c[i * n + j] = sum;
}

// A tile of 16×16 at a time, in shared memory.
extern "C" __global__ void matmul_tiled(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float x[16][17], z[16][17];
  const int i = blockIdx.y * 16 + threadIdx.y;
  const int j = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int l = 0; l < k; l += 16) {
    x[threadIdx.y][threadIdx.x] = a[i * k + l + threadIdx.x];
    z[threadIdx.y][threadIdx.x] = b[(l + threadIdx.y) * n + j];
    __syncthreads();
#pragma unroll
    for (int t = 0; t < 16; ++t) sum += x[threadIdx.y][t] * z[t][threadIdx.x];
    __syncthreads();
  }
  c[i * n + j] = sum;
}

// A row in each block of one thread: without its maximum, and with one that changes on the way.
extern "C" __global__ void softmax_plain(const float* x, float* y, int rows, int n) {
  const float* row = x + blockIdx.x * n;
  float sum = 0;
  for (int i = 0; i < n; ++i) sum += __expf(row[i]);
  for (int i = 0; i < n; ++i) y[blockIdx.x * n + i] = __expf(row[i]) / sum;
}

extern "C" __global__ void softmax_online(const float* x, float* y, int rows, int n) {
  const float* row = x + blockIdx.x * n;
  float sum = 0, top = __int_as_float(0xff800000);
  for (int i = 0; i < n; ++i) {
    const float next = fmaxf(top, row[i]);
    sum = sum * __expf(top - next) + __expf(row[i] - next);
    top = next;
  }
  for (int i = 0; i < n; ++i) y[blockIdx.x * n + i] = __expf(row[i] - top) / sum;
}

extern "C" __global__ void softmax_unscaled(const float* x, float* y, int rows, int n) {
  const float* row = x + blockIdx.x * n;
  float sum = 0, top = __int_as_float(0xff800000);
  for (int i = 0; i < n; ++i) {
    const float next = fmaxf(top, row[i]);
    sum = sum + __expf(row[i] - next);
    top = next;
  }
  for (int i = 0; i < n; ++i) y[blockIdx.x * n + i] = __expf(row[i] - top) / sum;
}

extern "C" __global__ void difference(const float* a, const float* b, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fmaxf(a[i] - b[i], 0) * rsqrtf(a[i] * a[i] + 1e-5f);
}

extern "C" __global__ void difference_selected(const float* a, const float* b, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float d = -b[i] + a[i];
  y[i] = (d > 0 ? d : 0) / sqrtf(1e-5f + a[i] * a[i]);
}

extern "C" __global__ void difference_swapped(const float* a, const float* b, float* y) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = fmaxf(b[i] - a[i], 0) * rsqrtf(a[i] * a[i] + 1e-5f);
}

// After PyTorch issue 135873: the buckets of values among boundaries that lie `stride` apart, by
// bisection; one of the loads forgets the stride, and stays within the boundaries.
template <class T, bool Forgets>
__device__ void bucketize(const T* values, const T* boundaries, int* buckets, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int low = 0, high = n;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (boundaries[middle * (Forgets ? 1 : stride)] < values[i]) low = middle + 1;
    else high = middle;
  }
  buckets[i] = low;
}

extern "C" __global__ void bucketize_ints(const int* values, const int* boundaries, int* buckets, int n, int stride) {
  bucketize<int, false>(values, boundaries, buckets, n, stride);
}
extern "C" __global__ void bucketize_ints_unstrided(const int* values, const int* boundaries, int* buckets, int n, int stride) {
  bucketize<int, true>(values, boundaries, buckets, n, stride);
}
extern "C" __global__ void bucketize_floats(const float* values, const float* boundaries, int* buckets, int n, int stride) {
  bucketize<float, false>(values, boundaries, buckets, n, stride);
}

// The same by counting: no element decides where another one is looked for.
extern "C" __global__ void bucketize_counted(const int* values, const int* boundaries, int* buckets, int n, int stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int count = 0;
  for (int j = 0; j < n; ++j) count += boundaries[j * stride] < values[i];
  buckets[i] = count;
}
