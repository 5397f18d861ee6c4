// A user's program, which tells whether the installed headers and library are of its version.
#include <layoutcheck/notation/version.hpp>

#include <cstdlib>
#include <iostream>

int main(int argc, char** argv) {
  std::cout << "layoutcheck " << layoutcheck::version << '\n';
  return argc == 2 && layoutcheck::version == argv[1] ? EXIT_SUCCESS : EXIT_FAILURE;
}
