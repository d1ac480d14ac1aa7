// Nanoseconds a cell that libphonenumber takes to parse and validate: phone_cells REGION < cells
// Built by Benchmarks/cells.py from Debian's libphonenumber-dev; no part of callbook.
#include <phonenumbers/phonenumberutil.h>

#include <ctime>
#include <iostream>
#include <string>
#include <vector>

static double seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

int main(int, char** arguments) {
  using i18n::phonenumbers::PhoneNumber;
  using i18n::phonenumbers::PhoneNumberUtil;
  const auto* util = PhoneNumberUtil::GetInstance();
  std::vector<std::string> cells;
  for (std::string line; std::getline(std::cin, line);) cells.push_back(line);
  double best = 1e9;
  long valid = 0;
  for (int attempt = 0; attempt < 5; ++attempt) {
    const int rounds = 4000 / cells.size() + 1;
    const double start = seconds();
    for (int round = 0; round < rounds; ++round) {
      for (const auto& cell : cells) {
        PhoneNumber number;
        valid += util->Parse(cell, arguments[1], &number) == PhoneNumberUtil::NO_PARSING_ERROR &&
                 util->IsValidNumber(number);
      }
    }
    best = std::min(best, (seconds() - start) / (rounds * cells.size()));
  }
  std::cout << long(best * 1e9) << " ns a cell\n";
  return valid < 0;
}
