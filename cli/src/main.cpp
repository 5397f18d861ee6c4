// The program layoutcheck.
#include "commands.hpp"

int main(int argc, char** argv) {
  return layoutcheck::cli::run(argc, argv);
}
