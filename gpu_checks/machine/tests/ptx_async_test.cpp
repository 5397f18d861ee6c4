// Opcodes: copies beside the thread, and mbarriers.
#include "ptx_probe.hpp"

namespace layoutcheck::gpu {
namespace {

const Covers covers{"cp", "mbarrier"};

/// Each thread copies from its own operands (`from`) to its own 16 bytes of shared memory, which
/// held all ones, and reads them back.
Probe copy_probe(const std::string& copy, const std::string& wait) {
  return {
      "mov.u32 at, tile;\nshl.b32 byte, thread, 4;\nadd.u32 at, at, byte;\n"
      "st.shared.v2.b64 [at], {-1, -1};\n" +
          copy + "\n" + wait + "\nld.shared.v2.b64 {d0, d1}, [at];",
      {"b64", "b64"},
      {"b64", "b64", "b32", "pred"},
      ".shared .align 16 .b8 tile[2048];\n.reg .b32 at, byte;\n"};
}

Rows random_rows(std::uint64_t sizes) {
  Rows rows;
  std::mt19937_64 random(11);
  for (int i = 0; i < 300; ++i)
    rows.push_back({random(), random(), random() % (sizes + 1), random() % 2});
  return rows;
}

/// The first `size` bytes of the operands, zeros up to `bytes`, and ones behind.
Row copied(const Row& x, std::uint64_t size, std::uint64_t bytes) {
  Row row = {~std::uint64_t{0}, ~std::uint64_t{0}};
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const std::uint64_t byte = i < size ? x[i / 8] >> i % 8 * 8 & 0xff : 0;
    row[i / 8] = (row[i / 8] & ~(std::uint64_t{0xff} << i % 8 * 8)) | byte << i % 8 * 8;
  }
  return row;
}

TEST(PtxAsync, CopiesTakeTheSizesThatTheyAreGiven) {
  for (const std::string level : {"ca", "cg"}) {
    for (const std::uint64_t bytes : {4U, 8U, 16U}) {
      if (level == "cg" && bytes != 16) continue;
      const std::string copy =
          "cp.async." + level + ".shared.global [at], [from], " + std::to_string(bytes);
      const std::string wait = "cp.async.commit_group;\ncp.async.wait_group 0;";
      check(copy_probe(copy + ";", wait), random_rows(bytes),
            [&](const Row& x) { return copied(x, bytes, bytes); });
      check(copy_probe(copy + ", s2;", "cp.async.wait_all;"), random_rows(bytes),
            [&](const Row& x) { return copied(x, x[2], bytes); });
      check(copy_probe(copy + ", s3;", wait), random_rows(bytes),
            [&](const Row& x) { return copied(x, x[3] != 0 ? 0 : bytes, bytes); });
    }
  }
  check(
      copy_probe("cp.async.ca.shared::cta.global.L2::cache_hint.L2::128B [at+8], [from+8], 8, s0;",
                 "cp.async.wait_all;"),
      random_rows(8), [](const Row& x) {
        return Row{~std::uint64_t{0}, x[1]};
      });
}

TEST(PtxAsync, CopiesArriveWhenTheirGroupIsAwaited) {
  const std::string first = "cp.async.ca.shared.global [at], [from], 8;\ncp.async.commit_group;\n";
  const std::string second =
      "cp.async.ca.shared.global [at+8], [from+8], 8;\ncp.async.commit_group;\n";
  check(copy_probe(first + second, "cp.async.wait_group 2;"), random_rows(8), [](const Row&) {
    return Row{~std::uint64_t{0}, ~std::uint64_t{0}};
  });
  check(copy_probe(first + second, "cp.async.wait_group 1;"), random_rows(8), [](const Row& x) {
    return Row{x[0], ~std::uint64_t{0}};
  });
  check(copy_probe(first + second, "cp.async.wait_group 0;"), random_rows(8), [](const Row& x) {
    return Row{x[0], x[1]};
  });
  check(copy_probe("cp.async.ca.shared.global [at], [from], 8;", "cp.async.wait_group 0;"),
        random_rows(8), [](const Row&) {
          return Row{~std::uint64_t{0}, ~std::uint64_t{0}};
        });
}

const char* const barrier_names =
    ".shared .align 8 .b8 barrier[8];\n.shared .align 8 .b8 values[1024];\n"
    ".reg .b32 at, place;\n.reg .b64 state;\n.reg .pred first, done;\n";
const std::string start =
    "mov.u32 at, barrier;\nsetp.eq.u32 first, thread, 0;\n"
    "mov.u32 place, values;\nmad.lo.u32 place, thread, 8, place;\n";
/// What the thread 33 places on has put there; in order only by the mbarrier.
const std::string take =
    "add.u32 place, thread, 33;\nand.b32 place, place, 127;\n"
    "shl.b32 place, place, 3;\nmov.u32 at, values;\nadd.u32 place, place, at;\n"
    "ld.shared.b64 d0, [place];";

Rows numbered() {
  Rows rows;
  for (std::uint64_t i = 0; i < probe_threads; ++i)
    rows.push_back({i * i + 1});
  return rows;
}

void check_exchange(const std::string& text) {
  const Rows inputs = numbered();
  const Rows found = run_probe({start + text + take, {"b64"}, {"b64"}, barrier_names}, inputs);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    EXPECT_EQ(found[i][0], inputs[(i + 33) % probe_threads][0]) << text << "\nthread " << i;
}

TEST(PtxAsync, ThreadsMeetAtMbarriers) {
  const std::string init = "@first mbarrier.init.shared.b64 [at], 128;\nbar.sync 0;\n";
  const std::string put = "st.shared.b64 [place], s0;\n";
  check_exchange(init + put +
                 "mbarrier.arrive.shared.b64 state, [at];\nwait:\n"
                 "mbarrier.test_wait.shared.b64 done, [at], state;\n@!done bra wait;\n");
  check_exchange(init + put +
                 "mbarrier.arrive.release.cta.shared::cta.b64 _, [at];\nwait:\n"
                 "mbarrier.try_wait.parity.shared::cta.b64 done, [at], 0, 100;\n@!done bra wait;\n"
                 "mbarrier.arrive.shared.b64 _, [at];\nagain:\n"
                 "mbarrier.try_wait.parity.shared.b64 done, [at], 1;\n@!done bra again;\n");
  // One thread in four arrives for four.
  check_exchange(
      init + put +
      "and.b32 truth, thread, 3;\nsetp.eq.u32 first, truth, 0;\nbar.warp.sync -1;\n"
      "@first mbarrier.arrive.shared.b64 _, [at], 4;\nwait:\n"
      "mbarrier.try_wait.parity.shared.b64 done, [at], 0;\n@!done bra wait;\nbar.sync 0;\n");
  // The phase ends when the bytes that are expected have come as well.
  check_exchange("@first mbarrier.init.shared.b64 [at], 128;\nbar.sync 0;\n" + put +
                 "@first mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [at], 64;\n"
                 "@first mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [at], 64;\n"
                 "@first mbarrier.arrive.expect_tx.shared.b64 _, [at], 16;\n"
                 "@!first mbarrier.arrive.shared.b64 _, [at];\n"
                 "@first mbarrier.complete_tx.shared.b64 [at], 16;\nwait:\n"
                 "mbarrier.try_wait.parity.shared.b64 done, [at], 0;\n@!done bra wait;\n");
}

TEST(PtxAsync, CopiesArriveAtMbarriers) {
  const std::string copy = "cp.async.ca.shared.global [place], [from], 8;\n";
  const std::string wait =
      "wait:\nmbarrier.try_wait.parity.shared.b64 done, [at], 0;\n@!done bra wait;\n";
  check_exchange("@first mbarrier.init.shared.b64 [at], 128;\nbar.sync 0;\n" + copy +
                 "cp.async.mbarrier.arrive.noinc.shared.b64 [at];\n" + wait);
  check_exchange("@first mbarrier.init.shared.b64 [at], 128;\nbar.sync 0;\n" + copy +
                 "cp.async.mbarrier.arrive.shared::cta.b64 [at];\n"
                 "mbarrier.arrive.shared.b64 _, [at];\n" +
                 wait);
}

/// The message of the first fault.
std::string fault_of(const std::string& text) {
  LaunchReport report;
  run_probe({start + text, {"b64"}, {"b64"}, barrier_names}, numbered(), &report);
  return report.faults.empty() ? "" : report.faults[0].message;
}

TEST(PtxAsync, MbarriersOughtToBeThere) {
  EXPECT_NE(fault_of("mbarrier.arrive.shared.b64 _, [at];").find("there is no mbarrier"),
            std::string::npos);
  EXPECT_NE(fault_of("mbarrier.init.shared.b64 [at], 0;").find("expects from 1"),
            std::string::npos);
  EXPECT_NE(fault_of("@first mbarrier.init.shared.b64 [at], 128;\nbar.sync 0;\n"
                     "@first mbarrier.inval.shared.b64 [at];\nbar.sync 0;\n"
                     "mbarrier.arrive.shared.b64 _, [at];")
                .find("there is no mbarrier"),
            std::string::npos);
  EXPECT_NE(fault_of("@first mbarrier.init.shared.b64 [at], 1;\nbar.sync 0;\n"
                     "mbarrier.arrive.shared.b64 _, [at], 2;")
                .find("more threads arrive"),
            std::string::npos);
}

TEST(PtxAsync, OperandsMustFit) {
  EXPECT_NE(error_of(copy_probe("cp.async.cg.shared.global [at], [from], 8;", "")).find("16 bytes"),
            std::string::npos);
  EXPECT_NE(
      error_of(copy_probe("cp.async.ca.shared.global [at], [from], 5;", "")).find("4, 8 or 16"),
      std::string::npos);
  EXPECT_NE(error_of(copy_probe("cp.async.ca.shared.global [at], [from], 8, s2, s0;", ""))
                .find("takes 3 to 4"),
            std::string::npos);
  EXPECT_NE(error_of(copy_probe("cp.async.wait_group s2;", "")).find("a number of groups"),
            std::string::npos);
  for (const std::string text :
       {"mbarrier.test_wait.shared.b64;", "mbarrier.try_wait.shared.b64 done, [at];",
        "mbarrier.arrive.expect_tx.shared.b64 _, [at];", "mbarrier.init.shared.b64 [at];"}) {
    EXPECT_NE(error_of({text, {"b64"}, {"b64"}, barrier_names}).find("operands, has"),
              std::string::npos)
        << text;
  }
}

}  // namespace
}  // namespace layoutcheck::gpu
