// `layoutcheck serve`: launches in, verdicts out, a line of JSON each.
//
// Workers are processes, forked before there is anything to judge. Each has one launch at a time,
// so that one that crashes, or takes too long, costs this launch and no other.
#include "commands.hpp"
#include "json.hpp"
#include "json_reader.hpp"
#include "kernel_launch.hpp"
#include "options.hpp"
#include "terminal.hpp"
#include <layoutcheck/kernels/numbers.hpp>
#include <layoutcheck/processes/child.hpp>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <deque>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace layoutcheck::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct ServeOptions {
  std::string socket;
  std::size_t workers = 0;
  std::size_t seconds = 10;
  std::uint64_t memory = std::uint64_t{1} << 30;
};

constexpr std::size_t longest_request = std::size_t{1} << 26;
/// Requests of a client that are read before those that it has are done.
constexpr std::size_t most_waiting = 64;
/// Bytes of answers beyond which a client has to read some before more of its requests are judged.
constexpr std::size_t most_unread = std::size_t{1} << 20;
/// A worker sees that its time is over, and says what it knows; one that does not is killed.
constexpr double seconds_of_grace = 2;

[[noreturn]] void throw_errno(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

// A worker.

/// The JSON of a report in one line: line ends stand between values only.
std::string in_one_line(std::string_view json) {
  std::string line;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] != '\n') {
      line += json[i];
      continue;
    }
    while (i + 1 < json.size() && json[i + 1] == ' ')
      ++i;
  }
  return line + "\n";
}

std::string answer(const std::string& id, std::vector<std::string> members) {
  members.insert(members.begin(), member("id", id));
  return in_one_line(json_document(members));
}

std::string short_answer(const std::string& id, const char* verdict, const std::string& why) {
  return answer(id, {member("verdict", json_string(verdict)), member("why", json_string(why))});
}

/// The words of a request, which are the keys of a description; "ptx_text" has the PTX itself.
struct Request {
  std::string id = "null";
  std::string ptx_text;
  std::string description;
};

/// Throws std::invalid_argument, with what comes before the mistake in the request.
void parse_request(std::string_view line, Request& request) {
  for (const auto& [key, value] : parse_json_object(line)) {
    if (key == "id") {
      if (value.kind != JsonValue::Kind::text && value.kind != JsonValue::Kind::number)
        throw std::invalid_argument("an id is a text or a number");
      request.id = value.json;
      continue;
    }
    if (key == "ptx_text") {
      request.ptx_text = value.text;
      continue;
    }
    for (const char* file : {"svg", "json", "junit", "html", "sarif"})
      if (key == file) throw std::invalid_argument(key + ": a request writes no files");
    if (value.kind == JsonValue::Kind::other)
      throw std::invalid_argument(key + ": a text, a number or a list of them is expected");
    const std::vector<std::string> texts =
        value.kind == JsonValue::Kind::list ? value.list : std::vector<std::string>{value.text};
    for (const std::string& text : texts) {
      if (text.find_first_of("\r\n") != std::string::npos)
        throw std::invalid_argument(key + ": a value has one line");
      request.description += key;
      request.description += " ";
      request.description += text;
      request.description += "\n";
    }
  }
}

/// A number of the request, or the server's, which is the most that there is.
void limit(std::string& word, std::uint64_t most) {
  if (word.empty() || gpu::parse_number(word) > Exact(most)) word = std::to_string(most);
}

std::string judged_request(std::string_view line, const ServeOptions& options) {
  Request request;
  try {
    parse_request(line, request);
    KernelWords words = with_description({}, request.description, "the request");
    limit(words.time, options.seconds);
    limit(words.memory, options.memory);
    if (!request.ptx_text.empty() && !words.ptx.empty())
      throw std::invalid_argument("ptx and ptx_text are both given");
    if (words.ptx == "-") throw std::invalid_argument("ptx: standard input has the requests");
    const KernelSource source = request.ptx_text.empty()
                                    ? read_kernel(words)
                                    : source_of_text(std::move(request.ptx_text), "ptx_text");
    if (words.ptx.empty()) words.ptx = source.file;
    Watchman watchman(seconds_in(words));
    return answer(request.id, json_members(run_launch(words, source, watchman)));
  } catch (const std::bad_alloc&) {
    return short_answer(request.id, "undecided", "it takes more memory than there is");
  } catch (const std::exception& error) {
    return short_answer(request.id, "refused", error.what());
  }
}

/// Reads requests from the socket and answers them until it is closed. Never returns.
[[noreturn]] void work(const processes::Descriptor& socket, const ServeOptions& options) {
  // Beside what is counted, there is the text of the kernel and the report.
  constexpr std::uint64_t beside = std::uint64_t{1} << 31;
#if !defined(__SANITIZE_ADDRESS__)
  const rlimit most{options.memory + beside, options.memory + beside};
  setrlimit(RLIMIT_AS, &most);
#endif
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::string buffer;
  std::array<char, 1 << 16> chunk{};
  while (true) {
    const ssize_t count = read(socket.number(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR && !interrupted()) continue;
    if (count <= 0) _exit(0);
    buffer.append(chunk.data(), static_cast<std::size_t>(count));
    if (buffer.back() != '\n') continue;
    buffer.pop_back();
    const std::string line = judged_request(buffer, options);
    buffer.clear();
    if (!processes::send_all(socket, line)) _exit(0);
  }
}

// The server.

/// Where requests come from and answers go.
struct Client {
  Client(int in, int out) : from(in), to(out) {}

  int from;
  int to;
  std::string buffer;
  /// Answers that it has not read yet.
  std::string answers;
  std::deque<std::string> waiting;
  std::size_t running = 0;
  bool is_at_end = false;
  bool is_gone = false;

  [[nodiscard]] bool is_done() const {
    return is_at_end && waiting.empty() && running == 0 && answers.empty();
  }
};

struct Worker {
  processes::Child process;
  processes::Descriptor socket;
  std::shared_ptr<Client> client;
  std::string request;
  std::string answer;
  Clock::time_point since;
};

/// Whether an answer, which has a verdict, is right, maybe in part. No text in JSON has quotes
/// without a backslash.
bool says_right(std::string_view answer) {
  constexpr std::string_view verdict = "\"verdict\": \"";
  return answer.substr(answer.find(verdict)).starts_with(std::string(verdict) + "right");
}

std::string id_in(const std::string& line) {
  Request request;
  try {
    parse_request(line, request);
  } catch (const std::invalid_argument&) {
  }
  return request.id;
}

class Server {
 public:
  explicit Server(const ServeOptions& options) : options_(options) {
    // Clients may go before their answers come.
    signal(SIGPIPE, SIG_IGN);
    if (options.socket.empty())
      clients_.push_back(std::make_shared<Client>(STDIN_FILENO, STDOUT_FILENO));
    else
      listen_at(options.socket);
    workers_.resize(options.workers);
    for (Worker& worker : workers_)
      start(worker);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    for (Worker& worker : workers_)
      end(worker);
    if (listening_ >= 0) {
      close(listening_);
      unlink(options_.socket.c_str());
    }
  }

  int run() {
    while (!interrupted()) {
      hand_out();
      if (listening_ < 0 && clients_.empty()) return all_right_ ? exit_right : exit_wrong;
      wait();
      end_late_ones();
    }
    return exit_interrupted;
  }

 private:
  void listen_at(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
      throw std::invalid_argument("--socket: the path is too long for a socket");
    std::memcpy(static_cast<char*>(address.sun_path), path.c_str(), path.size() + 1);
    listening_ = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listening_ < 0) throw_errno("socket");
    // Its owner alone may connect.
    const mode_t before = umask(0177);
    const int bound = bind(listening_, reinterpret_cast<const sockaddr*>(&address), sizeof address);
    const int why = errno;
    umask(before);
    if (bound != 0 || listen(listening_, 64) != 0) {
      close(listening_);
      throw std::system_error(bound != 0 ? why : errno, std::generic_category(), path);
    }
  }

  void start(Worker& worker) {
    auto [ours, its] = processes::make_channel();
    std::cout.flush();
    worker = {};
    worker.process = processes::Child::running([&] {
      // Another worker sees the end of its requests only if nobody else has the server's end.
      for (Worker& other : workers_)
        other.socket.close();
      for (const auto& client : clients_)
        if (client->from > STDERR_FILENO) close(client->from);
      if (listening_ >= 0) close(listening_);
      ours.close();
      work(its, options_);
    });
    worker.socket = std::move(ours);
  }

  /// Ends it, and says how it did.
  static std::string end(Worker& worker) {
    if (!worker.process.is_there()) return "";
    worker.socket.close();
    // It may have crashed before.
    const std::optional<int> status = worker.process.wait_no_longer();
    return processes::how_it_ended(status ? *status : worker.process.end());
  }

  void hand_out() {
    for (Worker& worker : workers_) {
      if (worker.client) continue;
      // Clients take turns.
      for (std::size_t i = 0; i < clients_.size() && !worker.client; ++i) {
        const auto client = clients_[(turn_ + i) % clients_.size()];
        if (client->waiting.empty() || client->answers.size() > most_unread) continue;
        turn_ += i + 1;
        worker.request = std::move(client->waiting.front());
        client->waiting.pop_front();
        ++client->running;
        worker.client = client;
        worker.answer.clear();
        worker.since = Clock::now();
        if (!processes::send_all(worker.socket, worker.request + "\n")) lose(worker, "crashed");
      }
    }
    std::erase_if(clients_, [&](const std::shared_ptr<Client>& client) {
      if (!client->is_done()) return false;
      if (client->from > STDERR_FILENO) close(client->from);
      return true;
    });
  }

  void reply(Client& client, std::string_view line) {
    --client.running;
    all_right_ = all_right_ && says_right(line);
    if (!client.is_gone) client.answers += line;
  }

  /// A client that reads no answers gets none, and its requests are not judged.
  static void leave(Client& client) {
    client.is_gone = true;
    client.is_at_end = true;
    client.waiting.clear();
    client.answers.clear();
  }

  void lose(Worker& worker, const std::string& verdict) {
    const auto client = worker.client;
    const std::string id = id_in(worker.request);
    const std::string how = end(worker);
    start(worker);
    reply(*client, short_answer(id, verdict.c_str(),
                                verdict == "crashed"
                                    ? "the process that judged it ended with " + how
                                    : "it did not end within " + std::to_string(options_.seconds) +
                                          " s (--time)"));
  }

  void end_late_ones() {
    for (Worker& worker : workers_) {
      const std::chrono::duration<double> passed = Clock::now() - worker.since;
      if (worker.client &&
          passed.count() > static_cast<double>(options_.seconds) + seconds_of_grace)
        lose(worker, "undecided");
    }
  }

  void wait() {
    std::vector<pollfd> ready;
    for (const Worker& worker : workers_)
      ready.push_back({worker.client ? worker.socket.number() : -1, POLLIN, 0});
    for (const auto& client : clients_) {
      const bool reads = !client->is_at_end && client->waiting.size() < most_waiting;
      ready.push_back({reads ? client->from : -1, POLLIN, 0});
    }
    for (const auto& client : clients_)
      ready.push_back({client->answers.empty() ? -1 : client->to, POLLOUT, 0});
    ready.push_back({listening_, POLLIN, 0});
    if (poll(ready.data(), ready.size(), 200) <= 0) return;
    for (std::size_t i = 0; i < workers_.size(); ++i)
      if (ready[i].revents != 0) take_answer(workers_[i]);
    const std::size_t count = clients_.size();
    for (std::size_t i = 0; i < count; ++i)
      if (ready[workers_.size() + i].revents != 0) take_requests(*clients_[i]);
    for (std::size_t i = 0; i < count; ++i)
      if (ready[workers_.size() + count + i].revents != 0) give_answers(*clients_[i]);
    if (ready.back().revents != 0) accept_client();
  }

  void take_answer(Worker& worker) {
    std::array<char, 1 << 16> chunk{};
    const ssize_t count = read(worker.socket.number(), chunk.data(), chunk.size());
    if (count < 0 && errno == EINTR) return;
    if (count <= 0) {
      lose(worker, "crashed");
      return;
    }
    worker.answer.append(chunk.data(), static_cast<std::size_t>(count));
    if (worker.answer.back() != '\n') return;
    const auto client = std::exchange(worker.client, nullptr);
    reply(*client, worker.answer);
  }

  static void give_answers(Client& client) {
    // So many bytes go into a pipe that is ready, without waiting (POSIX: PIPE_BUF).
    const std::size_t most = client.from == client.to ? client.answers.size() : 4096;
    const ssize_t count =
        write(client.to, client.answers.data(), std::min(most, client.answers.size()));
    if (count > 0)
      client.answers.erase(0, static_cast<std::size_t>(count));
    else if (count < 0 && errno != EINTR && errno != EAGAIN)
      leave(client);
  }

  void take_requests(Client& client) {
    std::array<char, 1 << 16> chunk{};
    const ssize_t count = read(client.from, chunk.data(), chunk.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (count <= 0) {
      client.is_at_end = true;
      if (!client.buffer.empty()) client.waiting.push_back(std::exchange(client.buffer, ""));
      return;
    }
    client.buffer.append(chunk.data(), static_cast<std::size_t>(count));
    std::size_t begin = 0;
    for (std::size_t end = client.buffer.find('\n'); end != std::string::npos;
         end = client.buffer.find('\n', begin)) {
      if (end != begin) client.waiting.push_back(client.buffer.substr(begin, end - begin));
      begin = end + 1;
    }
    client.buffer.erase(0, begin);
    if (client.buffer.size() <= longest_request) return;
    all_right_ = false;
    client.answers += short_answer(
        "null", "refused", "a request has at most " + std::to_string(longest_request) + " bytes");
    client.buffer.clear();
    client.is_at_end = true;
  }

  void accept_client() {
    const int client = accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (client < 0) return;
    clients_.push_back(std::make_shared<Client>(client, client));
  }

  ServeOptions options_;
  int listening_ = -1;
  std::size_t turn_ = 0;
  std::vector<std::shared_ptr<Client>> clients_;
  std::vector<Worker> workers_;
  bool all_right_ = true;
};

}  // namespace

void add_serve(Program& program) {
  auto options = std::make_shared<ServeOptions>();
  Command command(program, "serve",
                  "Judge kernel launches that other programs send as JSON, one per line");
  command.text(
      "--socket", "PATH", options->socket,
      "Listen on this Unix socket, which only its owner may use, instead of standard input "
      "and output");
  command.number("--workers", "N", options->workers, {0, 256},
                 "Launches judged in parallel (default: one per processor)");
  command.number("--time", "SECONDS", options->seconds, {1, 86400},
                 "Time limit of a launch; a request may set a lower one");
  command.number("--memory", "BYTES", options->memory,
                 {std::uint64_t{1} << 20, std::uint64_t{1} << 40},
                 "Memory limit of a launch; a request may set a lower one");
  command.footer(
      "echo '{\"ptx\": \"copy.ptx\", \"grid\": 2, \"block\": 32, \"args\": [\"x: in f32[64]\", "
      "\"y: out f32[64]\"]}' |\n  layoutcheck serve",
      "0 all launches of standard input are right, at least in part; 1 some are not; 2 bad usage; "
      "130 stopped by Ctrl-C or SIGTERM.");
  command.run([options] {
    catch_interrupt();
    ServeOptions chosen = *options;
    if (chosen.workers == 0) chosen.workers = std::max(1U, std::thread::hardware_concurrency());
    return Server(chosen).run();
  });
}

}  // namespace layoutcheck::cli
