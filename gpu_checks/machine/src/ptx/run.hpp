// Running a block: the warps take turns, and in a warp the lanes that are at the same step.
#pragma once

#include "machine.hpp"

namespace layoutcheck::gpu::ptx {

/// The registers of warps, kept from one block to the next: memory that is touched once is slow.
class RegisterPool {
 public:
  RegisterPool(const Code& code, bool exact, std::shared_ptr<Room> room)
      : code_(code), exact_(exact), share_(std::move(room)) {}

  /// Registers in which the constants stand. Throws LaunchError if there is no room.
  Registers& take();
  void give_back(Registers& registers) { free_.push_back(&registers); }

 private:
  const Code& code_;
  bool exact_;
  Share share_;
  std::vector<std::unique_ptr<Registers>> all_;
  std::vector<Registers*> free_;
};

/// Runs all threads of a block to their end. Throws Stop when the launch cannot go on.
void run_block(Machine& machine, RegisterPool& pool, std::uint64_t index);

/// Runs all blocks of the clusters that have these first blocks; they take turns and may wait for
/// each other.
void run_together(Machine& machine, RegisterPool& pool, std::span<const std::uint64_t> firsts);

}  // namespace layoutcheck::gpu::ptx
