// The kernels that fill a buffer with the digits of its indices.
#include "cuda/fill.hpp"

#include <layoutcheck/machine/launch.hpp>

namespace layoutcheck::gpu::cuda {
namespace {

/// A shift by more than 63 bits gives zero in PTX, and a store takes the low bytes of a register
/// that is wider.
std::string fill_kernel(std::uint32_t width) {
  return ".visible .entry " + fill_entry(width) + R"((
    .param .u64 base,
    .param .u64 count,
    .param .u32 shift,
    .param .u64 first,
    .param .u64 period
)
{
    .reg .pred %p<3>;
    .reg .b32 %r<6>;
    .reg .b64 %rd<12>;

    ld.param.u64 %rd1, [base];
    ld.param.u64 %rd2, [count];
    ld.param.u32 %r1, [shift];
    ld.param.u64 %rd10, [first];
    ld.param.u64 %rd11, [period];
    setp.ne.u64 %p2, %rd11, 0;
    cvta.to.global.u64 %rd3, %rd1;
    mov.u32 %r2, %ctaid.x;
    mov.u32 %r3, %ntid.x;
    mov.u32 %r4, %tid.x;
    mov.u32 %r5, %nctaid.x;
    mul.wide.u32 %rd4, %r2, %r3;
    cvt.u64.u32 %rd5, %r4;
    add.s64 %rd6, %rd4, %rd5;
    mul.wide.u32 %rd7, %r5, %r3;
$next:
    setp.ge.u64 %p1, %rd6, %rd2;
    @%p1 bra $done;
    shr.u64 %rd8, %rd6, %r1;
    @%p2 rem.u64 %rd8, %rd8, %rd11;
    @%p2 mul.lo.u64 %rd8, %rd8, )" +
         std::to_string(Numbering::step) + R"(;
    @%p2 rem.u64 %rd8, %rd8, %rd11;
    add.u64 %rd8, %rd8, %rd10;
    mad.lo.s64 %rd9, %rd6, )" +
         std::to_string(width) + R"(, %rd3;
    st.global.u)" +
         std::to_string(8 * width) + R"( [%rd9], %rd8;
    add.s64 %rd6, %rd6, %rd7;
    bra $next;
$done:
    ret;
}
)";
}

}  // namespace

std::string fill_ptx() {
  std::string text = ".version 6.0\n.target sm_50\n.address_size 64\n";
  for (const std::uint32_t width : {1U, 2U, 4U, 8U})
    text += "\n" + fill_kernel(width);
  return text;
}

std::string fill_entry(std::uint32_t width) {
  return "fill_" + std::to_string(width);
}

}  // namespace layoutcheck::gpu::cuda
