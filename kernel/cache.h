// What has been looked at before: a table of fixed size in which the newer replaces the older.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "cube.h"
#include "net.h"

namespace fullprime {

// What looking ahead has found.
struct Found {
    Chances chances;  // of the side to roll
    CubeValues kept;  // what it has if it does not double now, with a cube
    uint64_t nodes;   // positions judged on the way, as if nothing had been known before
};

// Everything that an answer depends on.
struct Question {
    Position roller;
    Worths worths;  // `mine` are the roller's
    int64_t plies;  // 0: there is no question

    // Other worths are rare, so these do not take part.
    size_t hash() const { return detail::hash_of(roller) * 4u + static_cast<size_t>(plies); }
};
static_assert(sizeof(Question) == sizeof(Position) + sizeof(Worths) + sizeof(int64_t),
              "questions are compared as bytes");

// Answers follow from their questions alone, so it does not matter who has entered one, or whether
// it is still there. An entry takes far longer to find than to lock.
template <class Asked, class Answer>
class Known {
   public:
    explicit Known(size_t entries) : entries_(entries) {}

    bool find(const Asked& asked, Answer& answer) {
        if (entries_.empty()) return false;
        const size_t slot = asked.hash() % entries_.size();
        const std::lock_guard lock(locks_[slot % LOCKS]);
        const Entry& entry = entries_[slot];
        if (std::memcmp(&entry.asked, &asked, sizeof asked)) return false;
        answer = entry.answer;
        return true;
    }

    void keep(const Asked& asked, const Answer& answer) {
        if (entries_.empty()) return;
        const size_t slot = asked.hash() % entries_.size();
        const std::lock_guard lock(locks_[slot % LOCKS]);
        entries_[slot] = {asked, answer};
    }

   private:
    static constexpr size_t LOCKS = 64;

    struct Entry {
        Asked asked{};
        Answer answer{};
    };

    std::vector<Entry> entries_;
    std::array<std::mutex, LOCKS> locks_;
};

using Cache = Known<Question, Found>;

}  // namespace fullprime
