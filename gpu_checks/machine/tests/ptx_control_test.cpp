// Opcodes: branches, calls, ends, barriers and fences.
#include "ptx_probe.hpp"

#include <gmock/gmock.h>

namespace layoutcheck::gpu {
namespace {

const Covers covers{
    "bra",     "brx",    "exit",  "ret",       "trap",           "brkpt",      "call",   "bar",
    "barrier", "membar", "fence", "nanosleep", "griddepcontrol", "setmaxnreg", "pmevent"};

Rows numbered(std::uint64_t modulus) {
  Rows rows;
  for (std::uint64_t i = 0; i < probe_threads; ++i)
    rows.push_back({i * 7 % modulus});
  return rows;
}

TEST(PtxControl, EachLaneTakesItsOwnWay) {
  // The sum of the numbers below s0, by a loop of another length in each lane.
  check({"mov.b32 d0, 0;\nmov.b32 n, 0;\nagain:\nsetp.ge.u32 done, n, s0;\n@done bra out;\n"
         "add.u32 d0, d0, n;\nadd.u32 n, n, 1;\nbra.uni again;\nout:",
         {"b32"},
         {"b32"},
         ".reg .b32 n;\n.reg .pred done;"},
        numbered(41), [](const Row& x) { return Row{x[0] * (x[0] + 1) / 2 - x[0]}; });
  check({"ways: .branchtargets first, second, third;\nbrx.idx s0, ways;\nfirst:\nmov.b32 d0, 10;\n"
         "bra end;\nsecond:\nmov.b32 d0, 20;\nbra end;\nthird:\nmov.b32 d0, 30;\nend:",
         {"b32"},
         {"b32"}},
        numbered(3), [](const Row& x) { return Row{10 * (x[0] + 1)}; });
}

TEST(PtxControl, LanesEndAlone) {
  for (const std::string end : {"exit", "ret"}) {
    check({"setp.lt.u32 small, s0, 5;\n@small " + end + ";\nmov.b32 d0, 9;",
           {"b32"},
           {"b32"},
           ".reg .pred small;"},
          numbered(11), [](const Row& x) { return Row{x[0] < 5 ? 0U : 9U}; });
  }
  for (const auto& [opcode, says] :
       {std::pair{"trap;", "stops itself"}, {"brkpt;", "breakpoint"}}) {
    LaunchReport report;
    run_probe({opcode, {"b32"}, {"b32"}}, {{0}}, &report);
    EXPECT_FALSE(report.finished);
    ASSERT_EQ(report.faults.size(), 1U);
    EXPECT_EQ(report.faults[0].kind, Fault::Kind::trap);
    EXPECT_THAT(report.faults[0].message, testing::HasSubstr(says));
  }
}

TEST(PtxControl, FunctionsTakeAndGiveParameters) {
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n"
      ".func (.param .b32 r) twice(.param .b32 a)\n{\n.reg .b32 x;\nld.param.b32 x, [a];\n"
      "add.u32 x, x, x;\nst.param.b32 [r], x;\nret;\n}\n"
      ".visible .entry main(.param .u64 out)\n{\n.reg .b32 x;\n.reg .b64 to;\n"
      "ld.param.u64 to, [out];\nmov.u32 x, %tid.x;\nmad.wide.u32 to, x, 4, to;\n"
      "{\n.param .b32 a;\n.param .b32 r;\nst.param.b32 [a], x;\n"
      "call.uni (r), twice, (a);\nld.param.b32 x, [r];\n}\nst.global.b32 [to], x;\nret;\n}\n";
  const auto executor = make_ptx_executor();
  executor->load({"calls", "", text});
  const Buffer out = executor->allocate(128, {});
  Launch launch;
  launch.block.x = 32;
  launch.arguments = {Argument::pointer(out)};
  const LaunchReport report = executor->launch(launch, {});
  EXPECT_TRUE(report.finished);
  EXPECT_EQ(report.fault_count, 0U);
  std::array<std::uint32_t, 32> values{};
  executor->read(out, 0, std::as_writable_bytes(std::span(values)));
  for (std::uint32_t i = 0; i < 32; ++i)
    EXPECT_EQ(values[i], 2 * i);
}

TEST(PtxControl, BarriersOrderTheBlockAndCountIt) {
  for (const std::string barrier : {"bar.sync 0;", "barrier.sync.aligned 3;", "bar.sync 1, 128;"}) {
    const Rows rows = numbered(1000);
    const Rows found = run_probe(
        {"mov.u32 at, tile;\nmad.lo.u32 place, thread, 4, at;\nst.shared.b32 [place], s0;\n" +
             barrier +
             "\nadd.u32 place, thread, 40;\nand.b32 place, place, 127;\n"
             "mad.lo.u32 place, place, 4, at;\nld.shared.b32 d0, [place];",
         {"b32"},
         {"b32"},
         ".shared .align 4 .b8 tile[512];\n.reg .b32 at, place;"},
        rows);
    for (std::size_t i = 0; i < rows.size(); ++i)
      EXPECT_EQ(found[i][0], rows[(i + 40) % probe_threads][0]) << barrier;
  }
  for (const std::uint64_t modulus : {1U, 3U, 1000U}) {
    Rows rows = numbered(modulus);
    std::uint64_t votes = 0;
    for (Row& row : rows) {
      row[0] = modulus == 1000 || row[0] == 1;
      votes += row[0];
    }
    check({"bar.red.popc.u32 d0, 0, s0;\nbar.red.and.pred d1, 0, s0;\nbar.red.or.pred d2, 0, s0;\n"
           "barrier.red.popc.aligned.u32 d3, 1, 128, !s0;",
           {"b32", "pred", "pred", "b32"},
           {"pred"}},
          rows, [&](const Row&) {
            return Row{votes, votes == probe_threads, votes != 0, probe_threads - votes};
          });
  }
}

TEST(PtxControl, FencesAndHintsChangeNoValue) {
  check({"membar.gl;\nmembar.cta;\nfence.sc.cta;\nfence.acq_rel.gpu;\nfence.proxy.async;\n"
         "nanosleep.u32 20;\ngriddepcontrol.wait;\npmevent 1;\n"
         "setmaxnreg.inc.sync.aligned.u32 40;\nmov.b32 d0, s0;",
         {"b32"},
         {"b32"}},
        numbered(50), [](const Row& x) { return x; });
}

}  // namespace
}  // namespace layoutcheck::gpu
