// Files that are replaced: nothing else of their folder changes, nor what they are to others.
#include <layoutcheck/engine/files.hpp>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace layoutcheck::engine {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() {
    std::string name = testing::TempDir() + "/files_XXXXXX";
    folder = mkdtemp(name.data());
  }
  ~Files() override {
    fs::permissions(folder, fs::perms::owner_all);
    fs::remove_all(folder);
  }

  [[nodiscard]] std::set<std::string> names() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
      names.insert(entry.path().filename());
    return names;
  }

  static std::string text_of(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  static std::string error_of(const fs::path& file) {
    try {
      require_writable(file);
    } catch (const std::runtime_error& error) {
      EXPECT_THROW(write_file(file, "x"), std::runtime_error);
      return error.what();
    }
    return "";
  }

  fs::path folder;
};

using Names = std::set<std::string>;

mode_t mode_of(const fs::path& file) {
  struct stat status {};
  EXPECT_EQ(stat(file.c_str(), &status), 0);
  return status.st_mode & 07777;
}

TEST_F(Files, AreWrittenAnewAndNothingElseIs) {
  const fs::path file = folder / "report";
  for (const char* suffix : {".new", ".tmp", "~"})
    std::ofstream(file.string() + suffix) << "precious";
  const Names before = names();
  require_writable(file);
  EXPECT_EQ(names(), before);
  for (const char* text : {"first", "second, longer", "3"}) {
    write_file(file, text);
    EXPECT_EQ(read_file(file), text);
  }
  for (const std::string& name : before)
    EXPECT_EQ(text_of(folder / name), "precious");
  EXPECT_EQ(names().size(), before.size() + 1);
}

TEST_F(Files, AFileOfOneOfOursThatWasKilledIsLeftAlone) {
  const fs::path other = folder / (".layoutcheck-" + std::to_string(getpid()) + "-0");
  std::ofstream(other) << "of another";
  write_file(folder / "report", "text");
  EXPECT_EQ(text_of(other), "of another");
  EXPECT_EQ(names().size(), 2U);
}

TEST_F(Files, KeepTheirMode) {
  const fs::path file = folder / "report";
  const mode_t mask = umask(022);
  write_file(file, "new");
  EXPECT_EQ(mode_of(file), 0644U);
  for (const mode_t mode : {0600U, 0666U, 0640U, 0755U}) {
    chmod(file.c_str(), mode);
    write_file(file, "text");
    EXPECT_EQ(mode_of(file), mode);
  }
  umask(mask);
}

TEST_F(Files, KeepTheirOwner) {
  if (geteuid() != 0) GTEST_SKIP() << "only root gives files away";
  const fs::path file = folder / "report";
  std::ofstream(file) << "old";
  ASSERT_EQ(chown(file.c_str(), 12, 34), 0);
  write_file(file, "text");
  struct stat status {};
  ASSERT_EQ(stat(file.c_str(), &status), 0);
  EXPECT_EQ(status.st_uid, 12U);
  EXPECT_EQ(status.st_gid, 34U);
}

TEST_F(Files, KeepTheirOtherNames) {
  std::ofstream(folder / "report") << "a long old text";
  fs::create_hard_link(folder / "report", folder / "other");
  for (const char* text : {"text", "a text that is longer than the old one"}) {
    require_writable(folder / "report");
    write_file(folder / "report", text);
    EXPECT_EQ(text_of(folder / "report"), text);
    EXPECT_EQ(text_of(folder / "other"), text);
  }
  EXPECT_EQ(names(), (Names{"other", "report"}));
}

TEST_F(Files, AreFoundBehindLinks) {
  fs::create_directory(folder / "deep");
  fs::create_symlink("deep/middle", folder / "link");
  fs::create_symlink("../report", folder / "deep/middle");
  for (const char* text : {"the first, which is not there before", "second"}) {
    require_writable(folder / "link");
    write_file(folder / "link", text);
    EXPECT_EQ(text_of(folder / "report"), text);
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_TRUE(fs::is_symlink(folder / "deep/middle"));
  }
  fs::create_symlink("loop", folder / "loop");
  EXPECT_NE(error_of(folder / "loop").find("cannot write " + (folder / "loop").string()),
            std::string::npos);
}

TEST_F(Files, AreRefusedBeforeAndWhileTheyAreWritten) {
  EXPECT_NE(error_of(folder / "nothing/report").find("No such file"), std::string::npos);
  EXPECT_NE(error_of(folder).find("Is a directory"), std::string::npos);
  write_file(folder / "file", "x");
  EXPECT_NE(error_of(folder / "file/report").find("Not a directory"), std::string::npos);
  EXPECT_NE(error_of(folder / std::string(300, 'x')).find("File name too long"), std::string::npos);
  if (geteuid() == 0) GTEST_SKIP() << "root may write anything";
  chmod((folder / "file").c_str(), 0444);
  EXPECT_NE(error_of(folder / "file").find("Permission denied"), std::string::npos);
  EXPECT_EQ(text_of(folder / "file"), "x");
}

TEST_F(Files, AreOverwrittenInAFolderThatTakesNoNewOnes) {
  if (geteuid() == 0) GTEST_SKIP() << "root may write anything";
  write_file(folder / "file", "old");
  fs::permissions(folder, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_NE(error_of(folder / "other").find("Permission denied"), std::string::npos);
  require_writable(folder / "file");
  write_file(folder / "file", "new");
  EXPECT_EQ(text_of(folder / "file"), "new");
}

TEST_F(Files, OfManyWritersAreOneOfTheTexts) {
  std::vector<std::thread> writers;
  for (const char c : {'a', 'b', 'c', 'd'}) {
    writers.emplace_back([&, text = std::string(100000, c)] {
      for (int i = 0; i < 20; ++i)
        write_file(folder / "record", text);
    });
  }
  for (std::thread& writer : writers)
    writer.join();
  const std::string text = read_file(folder / "record");
  ASSERT_EQ(text.size(), 100000U);
  EXPECT_EQ(text, std::string(100000, text[0]));
  EXPECT_EQ(names(), Names{"record"});
}

TEST_F(Files, AreUpdatedByOneAfterTheOther) {
  constexpr int writers = 4;
  constexpr int times = 50;
  const auto update = [&] {
    update_file(folder / "count", [](const std::string& text) {
      return std::to_string((text.empty() ? 0 : std::stoi(text)) + 1);
    });
  };
  for (int i = 0; i < writers; ++i) {
    if (fork() != 0) continue;
    for (int n = 0; n < times; ++n)
      update();
    _exit(0);
  }
  int status = 0;
  while (wait(&status) > 0)
    EXPECT_EQ(status, 0);
  EXPECT_EQ(text_of(folder / "count"), std::to_string(writers * times));
  EXPECT_EQ(names(), Names{"count"});
}

TEST_F(Files, AFullDiskLeavesTheOldOne) {
  const std::string old = "old";
  for (const bool has_other_name : {false, true}) {
    write_file(folder / "report", old);
    if (has_other_name) fs::create_hard_link(folder / "report", folder / "other");
    const pid_t writer = fork();
    if (writer == 0) {
      signal(SIGXFSZ, SIG_IGN);
      const rlimit none{16, 16};
      setrlimit(RLIMIT_FSIZE, &none);
      try {
        write_file(folder / "report", std::string(100, 'x'));
      } catch (const std::runtime_error&) {
        _exit(7);
      }
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(writer, &status, 0), writer);
    EXPECT_EQ(WEXITSTATUS(status), 7);
    EXPECT_EQ(text_of(folder / "report"), old);
  }
  EXPECT_EQ(names(), (Names{"other", "report"}));
}

TEST_F(Files, CtrlCLeavesNoHalf) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    for (int pause = 1; pause < 8; ++pause) {
      const pid_t writer = fork();
      if (writer == 0)
        for (const std::string text(1 << 20, 'x'); true;)
          write_file(folder / "report", text);
      usleep(static_cast<useconds_t>(pause * 3000));
      kill(writer, signal);
      int status = 0;
      ASSERT_EQ(waitpid(writer, &status, 0), writer);
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal);
    }
  }
  for (const std::string& name : names())
    EXPECT_EQ(name, "report");
}

}  // namespace
}  // namespace layoutcheck::engine
