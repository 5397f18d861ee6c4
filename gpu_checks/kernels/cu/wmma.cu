// A matrix product by a warp: wmma, with fragments from global memory. Of each matrix, the rows or
// the columns are contiguous.

struct Matrices {
  int depth;
  // From one row, or column, to the next one.
  int pitch_a;
  int pitch_b;
  int pitch_c;
  int a_by_columns;
  int b_by_columns;
  int c_by_columns;
};

#define OUT(T, X)                                                                            \
  "=" T(X[0]), "=" T(X[1]), "=" T(X[2]), "=" T(X[3]), "=" T(X[4]), "=" T(X[5]), "=" T(X[6]), \
      "=" T(X[7])
#define IN(T, X) T(X[0]), T(X[1]), T(X[2]), T(X[3]), T(X[4]), T(X[5]), T(X[6]), T(X[7])
#define EIGHT "{%0, %1, %2, %3, %4, %5, %6, %7}"

#define LOAD(MATRIX, SHAPE, LAYOUT, TO, FROM, PITCH)                                      \
  asm volatile("wmma.load." MATRIX ".sync.aligned." LAYOUT "." SHAPE ".global.f16 " EIGHT \
               ", [%8], %9;"                                                              \
               : OUT("r", TO)                                                             \
               : "l"(FROM), "r"(PITCH)                                                    \
               : "memory")
#define MULTIPLY(SHAPE, LAYOUT_A, LAYOUT_B)                                               \
  asm volatile("wmma.mma.sync.aligned." LAYOUT_A "." LAYOUT_B "." SHAPE ".f32.f32 " EIGHT \
               ", "                                                                       \
               "{%8, %9, %10, %11, %12, %13, %14, %15}, "                                 \
               "{%16, %17, %18, %19, %20, %21, %22, %23}, " EIGHT ";"                     \
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]),  \
                 "+f"(c[6]), "+f"(c[7])                                                   \
               : IN("r", a), IN("r", b))
#define STORE(SHAPE, LAYOUT, TO, PITCH)                                                 \
  asm volatile("wmma.store.d.sync.aligned." LAYOUT "." SHAPE ".global.f32 [%8], " EIGHT \
               ", %9;" ::IN("f", c),                                                    \
               "l"(TO), "r"(PITCH)                                                      \
               : "memory")

#define PRODUCT(SHAPE, M, N)                                                                       \
  extern "C" __global__ void wmma_##SHAPE(const unsigned short* in_a, const unsigned short* in_b,  \
                                          float* out, Matrices of) {                               \
    const long long row = static_cast<long long>(blockIdx.x) * M;                                  \
    const long long column = static_cast<long long>(blockIdx.y) * N;                               \
    float c[8] = {};                                                                               \
    for (int k = 0; k < of.depth; k += 16) {                                                       \
      const unsigned short* from_a =                                                               \
          in_a +                                                                                   \
          (of.a_by_columns ? row + static_cast<long long>(k) * of.pitch_a : row * of.pitch_a + k); \
      const unsigned short* from_b =                                                               \
          in_b + (of.b_by_columns ? k + column * of.pitch_b                                        \
                                  : static_cast<long long>(k) * of.pitch_b + column);              \
      unsigned a[8];                                                                               \
      unsigned b[8];                                                                               \
      if (of.a_by_columns)                                                                         \
        LOAD("a", #SHAPE, "col", a, from_a, of.pitch_a);                                           \
      else                                                                                         \
        LOAD("a", #SHAPE, "row", a, from_a, of.pitch_a);                                           \
      if (of.b_by_columns)                                                                         \
        LOAD("b", #SHAPE, "col", b, from_b, of.pitch_b);                                           \
      else                                                                                         \
        LOAD("b", #SHAPE, "row", b, from_b, of.pitch_b);                                           \
      if (of.a_by_columns && of.b_by_columns)                                                      \
        MULTIPLY(#SHAPE, "col", "col");                                                            \
      else if (of.a_by_columns)                                                                    \
        MULTIPLY(#SHAPE, "col", "row");                                                            \
      else if (of.b_by_columns)                                                                    \
        MULTIPLY(#SHAPE, "row", "col");                                                            \
      else                                                                                         \
        MULTIPLY(#SHAPE, "row", "row");                                                            \
    }                                                                                              \
    if (of.c_by_columns)                                                                           \
      STORE(#SHAPE, "col", out + row + column * of.pitch_c, of.pitch_c);                           \
    else                                                                                           \
      STORE(#SHAPE, "row", out + row * of.pitch_c + column, of.pitch_c);                           \
  }

PRODUCT(m16n16k16, 16, 16)
PRODUCT(m32n8k16, 32, 8)
PRODUCT(m8n32k16, 8, 32)
