// The memory that kernels see in the PTX executor: bounds, contents, spaces, sizes.
#include "ptx_device.hpp"

#include <gmock/gmock.h>

namespace layoutcheck::gpu {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

/// Runs a body with one thread; it finds the buffer in %d1.
LaunchReport run(Device& device, Buffer buffer, std::int64_t offset = 0,
                 std::uint32_t dynamic_shared = 0) {
  return device.launch({1}, {1}, {Argument::pointer(buffer, offset)}, dynamic_shared);
}

std::string with_pointer(std::string_view body) {
  return "\nld.param.u64 %d1, [p];\n" + std::string(body);
}

TEST(PtxMemory, EndsOnBothSidesOfABuffer) {
  Device device(module_with(with_pointer("ld.global.u32 %r1, [%d1];")));
  device.buffer(64);
  const Buffer buffer = device.buffer(64, Fill::Kind::zero);
  device.buffer(64);
  for (const std::int64_t inside : {0, 60})
    EXPECT_THAT(faults_of(run(device, buffer, inside)), ElementsAre()) << inside;
  for (const std::int64_t outside : {-4, 64, 1 << 20, -(1 << 20)}) {
    const LaunchReport report = run(device, buffer, outside);
    EXPECT_TRUE(report.finished);
    EXPECT_THAT(faults_of(report), ElementsAre("out of bounds in line 3")) << outside;
    EXPECT_THAT(report.faults[0].message,
                HasSubstr("buffer 1 at byte " + std::to_string(outside) + " of 64"));
  }
  EXPECT_THAT(faults_of(run(device, buffer, 62)), ElementsAre("out of bounds in line 3"))
      << "a part of it is inside";
  EXPECT_THAT(faults_of(run(device, buffer, 2)), ElementsAre("misaligned in line 3"));
}

TEST(PtxMemory, OfVectorsIsAlignedAsAWhole) {
  Device device(module_with(with_pointer("ld.global.v4.u32 {%r1,%r2,%r3,%r4}, [%d1];")));
  const Buffer buffer = device.buffer(64, Fill::Kind::zero);
  EXPECT_THAT(faults_of(run(device, buffer, 16)), ElementsAre());
  EXPECT_THAT(faults_of(run(device, buffer, 8)), ElementsAre("misaligned in line 3"));
  EXPECT_THAT(faults_of(run(device, buffer, 56)), ElementsAre("out of bounds in line 3"));
}

TEST(PtxMemory, AtNullIsInNoBuffer) {
  Device device(module_with("\nmov.u64 %d1, 0;\nld.global.u32 %r1, [%d1];\nld.u32 %r1, [%d1+8];"));
  const LaunchReport report = run(device, device.buffer(64));
  EXPECT_THAT(faults_of(report), ElementsAre("out of bounds in line 3", "out of bounds in line 4"));
}

TEST(PtxMemory, ThatNobodyWroteIsNotRead) {
  Device device(module_with(with_pointer(R"(
    ld.global.u32 %r1, [%d1];
    ld.shared.u32 %r1, [s];
    ld.local.u32 %r1, [l];
    atom.global.add.u32 %r1, [%d1+4], 1;
    st.global.u16 [%d1+8], 1; st.shared.u32 [s+4], 1; st.local.u32 [l+4], 1;
    ld.global.u32 %r1, [%d1+8];
    ld.global.u16 %h1, [%d1+8]; ld.shared.u32 %r1, [s+4]; ld.local.u32 %r1, [l+4];
    .local .align 8 .b8 l[8];)"),
                            ".param .u64 p", ".shared .align 8 .b8 s[8]; "));
  const Buffer buffer = device.buffer(64);
  EXPECT_THAT(
      faults_of(run(device, buffer)),
      ElementsAre("uninitialized in line 4", "uninitialized in line 5", "uninitialized in line 6",
                  "uninitialized in line 7", "uninitialized in line 9"));
  PtxOptions options;
  options.uninitialized = false;
  Device lenient(module_with(with_pointer("ld.global.u32 %r1, [%d1];")), options);
  EXPECT_THAT(faults_of(run(lenient, lenient.buffer(64))), ElementsAre());
}

TEST(PtxMemory, SharedIsNewForEachBlock) {
  Device device(module_with("\nld.shared.u32 %r1, [s];\nst.shared.u32 [s], 1;", ".param .u64 p",
                            ".shared .u32 s; "));
  const LaunchReport report = device.launch({3}, {1}, {Argument::pointer(device.buffer(4))});
  EXPECT_EQ(report.fault_count, 3U);
  EXPECT_THAT(faults_of(report), ElementsAre("uninitialized in line 2"));
}

TEST(PtxMemory, HoldsIndicesOfAllWidthsAndDigits) {
  Device device(module_with("ret;"));
  constexpr std::uint64_t bytes = std::uint64_t{1} << 36;
  const auto fill = [&](std::uint32_t width, std::uint32_t digit) {
    return device.executor().allocate(bytes, Fill{Fill::Kind::index, width, digit});
  };
  const std::uint64_t i = 0x23456789;
  EXPECT_THAT(device.read<std::uint64_t>(fill(8, 0), 2, 8 * i), ElementsAre(i, i + 1));
  EXPECT_THAT(device.read<std::uint64_t>(fill(8, 1), 1, 8 * i), ElementsAre(0));
  EXPECT_THAT(device.read<std::uint64_t>(fill(8, 1U << 29), 1, 8 * i), ElementsAre(0));
  EXPECT_THAT(device.read<std::uint32_t>(fill(4, 0), 1, 4 * i), ElementsAre(i));
  EXPECT_THAT(device.read<std::uint16_t>(fill(2, 0), 1, 2 * i), ElementsAre(0x6789));
  EXPECT_THAT(device.read<std::uint16_t>(fill(2, 1), 1, 2 * i), ElementsAre(0x2345));
  EXPECT_THAT(device.read<std::uint8_t>(fill(1, 0), 1, i), ElementsAre(0x89));
  EXPECT_THAT(device.read<std::uint8_t>(fill(1, 3), 1, i), ElementsAre(0x23));
  EXPECT_THAT(device.read<std::uint8_t>(fill(1, 4), 1, 0xfffffffff), ElementsAre(0xf));
  EXPECT_THAT(error_of<LaunchError>([&] { fill(3, 0); }), HasSubstr("elements of 3 bytes"));
}

TEST(PtxMemory, HoldsNumbersOfIndices) {
  Device device(module_with("ret;"));
  Fill fill{Fill::Kind::index, 2, 0, {}, {0x3c00, 4093}};
  Buffer buffer = device.executor().allocate(std::uint64_t{1} << 36, fill);
  constexpr std::uint16_t step = Numbering::step % 4093;
  EXPECT_THAT(device.read<std::uint16_t>(buffer, 2), ElementsAre(0x3c00, 0x3c00 + step));
  EXPECT_THAT(device.read<std::uint16_t>(buffer, 2, 2 * 4092),
              ElementsAre(0x3c00 + 4093 - step, 0x3c00));
  EXPECT_THAT(device.read<std::uint16_t>(buffer, 1, std::uint64_t{2} * 4093 * 1000000 + 14),
              ElementsAre(0x3c00 + 7 * step % 4093));
  fill = {Fill::Kind::index, 8, 0, {}, {0x3ff0000000000000, 4294967291}};
  buffer = device.executor().allocate(std::uint64_t{1} << 36, fill);
  EXPECT_THAT(device.read<double>(buffer, 1, std::uint64_t{8} * 4294967290),
              ElementsAre(1.0 + static_cast<double>(4294967291 - Numbering::step) * 0x1p-52));
}

TEST(PtxMemory, HoldsBytesAndThenNothing) {
  Device device(
      module_with(with_pointer("ld.global.u8 %h1, [%d1+4];\nld.global.u8 %h1, [%d1+5];")));
  std::vector<std::byte> bytes(5, std::byte{7});
  const Buffer buffer = device.executor().allocate(8, Fill{Fill::Kind::bytes, 4, 0, bytes});
  EXPECT_THAT(faults_of(run(device, buffer)), ElementsAre("uninitialized in line 4"));
  EXPECT_THAT(device.read<std::uint8_t>(buffer, 8), ElementsAre(7, 7, 7, 7, 7, 0, 0, 0));
}

/// Where single bytes are touched out of order, who did takes 48 times as much memory as they do.
TEST(PtxMemory, WhatIsKnownOfBytesIsBoundedAsWell) {
  const std::string text =
      module_with(with_pointer("mov.u32 %r1, %tid.x;\nxor.b32 %r1, %r1, 1;\ncvt.u64.u32 %d2, %r1;\n"
                               "add.s64 %d1, %d1, %d2;\nst.global.u8 [%d1], 1;"));
  for (const bool races : {false, true}) {
    PtxOptions options;
    options.room = std::make_shared<Room>(50000);
    options.races = races;
    Device device(text, options);
    const auto arguments = {Argument::pointer(device.buffer(1024))};
    if (races) {
      EXPECT_THAT(error_of<LaunchError>([&] { device.launch({1}, {1024}, arguments); }),
                  HasSubstr("or none of the races, take less"));
    } else {
      EXPECT_THAT(faults_of(device.launch({1}, {1024}, arguments)), ElementsAre());
    }
  }
}

/// Of lanes side by side, it takes 48 bytes for all of them.
TEST(PtxMemory, OfWhatIsTouchedInOrderIsAsMuchAsTheDataAndLittleMore) {
  PtxOptions options;
  constexpr std::uint64_t bytes = 1U << 16;
  Device device(module_with(with_pointer(R"(
    mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.u32 %r1, %r2, 256, %r1;
    mul.wide.u32 %d2, %r1, 4; add.s64 %d1, %d1, %d2; st.global.u32 [%d1], %r1;)")),
                options);
  const Buffer buffer = device.buffer(bytes);
  EXPECT_THAT(faults_of(device.launch({bytes / 1024}, {256}, {Argument::pointer(buffer)})),
              ElementsAre());
  EXPECT_GE(options.room->taken(), bytes);
  EXPECT_LT(options.room->taken(), 2 * bytes);
}

TEST(PtxMemory, OfManyGigabytesCostsWhatIsTouched) {
  PtxOptions options;
  options.room = std::make_shared<Room>(3 * 10000);  // a page, and who touched a place in it
  Device device(module_with(R"(
    ld.param.u64 %d1, [p]; ld.param.u64 %d2, [q]; st.global.u32 [%d1], 1;
    add.s64 %d3, %d2, 5497558138876; st.global.u32 [%d3], 2; mov.u32 %r1, 7;
    $L: ld.param.u32 %r2, [n]; setp.eq.u32 %p1, %r2, 0; @%p1 ret;
    st.global.u32 [%d1+1048576], 1;
    st.global.u32 [%d1+2097152], 1;)",
                            ".param .u64 p, .param .u64 q, .param .u32 n"),
                options);
  const Buffer gigabytes = device.buffer(std::uint64_t{1} << 35);
  const Buffer terabytes = device.buffer(std::uint64_t{5} << 40);
  const Buffer behind = device.buffer(64);
  EXPECT_GT(device.executor().address_of(behind),
            device.executor().address_of(terabytes) + (std::uint64_t{5} << 40));
  const auto launch = [&](int more) {
    return device.launch(
        {1}, {1},
        {Argument::pointer(gigabytes), Argument::pointer(terabytes), Argument::value(more)});
  };
  EXPECT_THAT(faults_of(launch(0)), ElementsAre());
  EXPECT_THAT(device.read<std::uint32_t>(terabytes, 1, (std::uint64_t{5} << 40) - 4),
              ElementsAre(2));
  EXPECT_THAT(error_of<LaunchError>([&] { launch(1); }), HasSubstr("more than 0 MiB of memory"));
  device.executor().release();
  EXPECT_THAT(error_of<LaunchError>([&] { device.buffer(std::uint64_t{1} << 63); }),
              HasSubstr("no room"));
}

TEST(PtxMemory, IsSeenByGenericAddresses) {
  Device device(module_with(with_pointer(R"(
    mov.u64 %d2, s; cvta.shared.u64 %d3, %d2; st.u32 [%d3+4], 11; ld.shared.u32 %r1, [s+4];
    mov.u64 %d4, l; cvta.local.u64 %d5, %d4; st.u32 [%d5], 12; ld.local.u32 %r2, [l];
    cvta.to.local.u64 %d6, %d5; ld.local.u32 %r3, [%d6];
    mov.u64 %d7, p; cvta.param.u64 %d8, %d7; ld.u64 %d9, [%d8];
    isspacep.shared %p1, %d3; isspacep.global %p2, %d3; isspacep.global %p3, %d1;
    selp.u32 %r4, 1, 0, %p1; selp.u32 %r5, 2, 0, %p2; selp.u32 %r6, 4, 0, %p3;
    add.u32 %r7, %r4, %r5; add.u32 %r7, %r7, %r6;
    st.global.u32 [%d9], %r1; st.u32 [%d9+4], %r2; st.u32 [%d9+8], %r3; st.u32 [%d9+12], %r7;
    .local .align 8 .b8 l[8];)"),
                            ".param .u64 p", ".shared .align 8 .b8 s[8]; "));
  const Buffer buffer = device.buffer(16);
  EXPECT_THAT(faults_of(run(device, buffer)), ElementsAre());
  EXPECT_THAT(device.read<std::uint32_t>(buffer, 4), ElementsAre(11, 12, 12, 5));
}

TEST(PtxMemory, OfOneSpaceIsNotReachedByAnother) {
  Device device(module_with(with_pointer(R"(
    st.shared.u32 [s], 1; st.local.u32 [l], 1; mov.u64 %d2, s; cvta.shared.u64 %d3, %d2;
    ld.global.u32 %r1, [%d3];
    ld.shared.u32 %r1, [%d3];
    ld.shared.u32 %r1, [%d1];
    ld.local.u32 %r1, [%d1];
    st.local.u32 [%d2+8], 1;
    ld.shared.u32 %r1, [s+8];
    ld.shared.u32 %r1, [s-4];
    .local .align 8 .b8 l[8];)"),
                            ".param .u64 p", ".shared .align 8 .b8 s[8]; "));
  EXPECT_THAT(
      faults_of(run(device, device.buffer(64, Fill::Kind::zero))),
      ElementsAre("out of bounds in line 5", "out of bounds in line 6", "out of bounds in line 7",
                  "out of bounds in line 8", "out of bounds in line 9", "out of bounds in line 10",
                  "out of bounds in line 11"));
}

TEST(PtxMemory, OfParametersIsReadOnly) {
  Device device(
      module_with("\nmov.u64 %d1, p; cvta.param.u64 %d2, %d1;\nst.u64 [%d2], 1;\n"
                  "ld.u64 %d3, [%d2+8];"));
  EXPECT_THAT(faults_of(run(device, device.buffer(4))),
              ElementsAre("out of bounds in line 3", "out of bounds in line 4"));
}

TEST(PtxMemory, SharedGrowsByTheDynamicPart) {
  Device device(module_with(with_pointer(R"(
    mov.u32 %r1, dyn; mov.u32 %r2, %dynamic_smem_size; add.u32 %r3, %r1, %r2;
    st.shared.u32 [%r3+-4], 1;
    st.shared.u32 [%r3], 1;)"),
                            ".param .u64 p",
                            ".extern .shared .align 16 .b8 dyn[]; .shared .b8 s[20]; "));
  EXPECT_THAT(faults_of(run(device, device.buffer(4), 0, 64)),
              ElementsAre("out of bounds in line 6"));
}

TEST(PtxMemory, IsGivenBackAndTakenAnew) {
  Device device(module_with(with_pointer("ld.global.u32 %r1, [%d1]; st.global.u32 [%d1], 5;")));
  for (int i = 0; i < 3; ++i) {
    const Buffer buffer = device.buffer(64, Fill::Kind::zero);
    EXPECT_EQ(buffer.id, 0U);
    EXPECT_THAT(device.read<std::uint32_t>(buffer, 1), ElementsAre(0));
    EXPECT_THAT(faults_of(run(device, buffer)), ElementsAre());
    EXPECT_THAT(device.read<std::uint32_t>(buffer, 1), ElementsAre(5));
    device.executor().release();
    EXPECT_THAT(error_of<LaunchError>([&] { run(device, buffer); }), HasSubstr("no buffer 0"));
  }
}

TEST(PtxMemory, BeyondABufferIsNotReadByTheCaller) {
  Device device(module_with("ret;"));
  const Buffer buffer = device.buffer(64, Fill::Kind::zero);
  EXPECT_THAT(device.read<std::uint8_t>(buffer, 64), Each(0));
  EXPECT_THAT(device.read<std::uint8_t>(buffer, 0, 64), ElementsAre());
  EXPECT_THROW(device.read<std::uint8_t>(buffer, 1, 64), std::out_of_range);
  EXPECT_THROW(device.read<std::uint8_t>(buffer, 65), std::out_of_range);
  EXPECT_THROW(device.read<std::uint8_t>(buffer, 8, ~std::uint64_t{0} - 3), std::out_of_range);
}

TEST(PtxMemory, IsRecordedByTheSpaceOfEachAccess) {
  Device device(module_with(with_pointer("st.global.u32 [%d1], 1; st.shared.u32 [s+4], 1;"),
                            ".param .u64 p", ".shared .align 8 .b8 s[8]; "));
  const Buffer buffer = device.buffer(4);
  std::vector<std::pair<Space, std::uint64_t>> seen;
  Launch launch{"", {1}, {1}, std::nullopt, 0, {Argument::pointer(buffer)}};
  device.executor().launch(launch, [&](const WarpAccess& access) {
    seen.emplace_back(access.space, access.addresses[0]);
  });
  EXPECT_THAT(seen, ElementsAre(std::pair(Space::global, device.executor().address_of(buffer)),
                                std::pair(Space::shared, 4U)));
}

}  // namespace
}  // namespace layoutcheck::gpu
