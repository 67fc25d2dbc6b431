// What has been looked at before: a table of fixed size in which the newer replaces the older.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include "net.h"

namespace fullprime {

// What each class is worth to a side, seen by itself.
struct Worths {
    Chances mine;
    Chances theirs;
};

inline Worths flipped(const Worths& worths) { return {worths.theirs, worths.mine}; }

// What looking ahead has found.
struct Found {
    Chances chances;  // of the side to roll
    uint64_t nodes;   // positions judged on the way, as if nothing had been known before
};

// Everything that an answer depends on.
struct Question {
    Position roller;
    Worths worths;  // `mine` are the roller's
    int64_t plies;  // 0: there is no question
};
static_assert(sizeof(Question) == sizeof(Position) + sizeof(Worths) + sizeof(int64_t),
              "questions are compared as bytes");

// Answers follow from their questions alone, so it does not matter who has entered one, or whether
// it is still there. An entry takes far longer to find than to lock.
class Cache {
   public:
    explicit Cache(size_t entries) : entries_(entries) {}

    bool find(const Question& question, Found& found) {
        if (entries_.empty()) return false;
        const size_t slot = slot_of(question);
        const std::lock_guard lock(locks_[slot % LOCKS]);
        const Entry& entry = entries_[slot];
        if (std::memcmp(&entry.question, &question, sizeof question)) return false;
        found = entry.found;
        return true;
    }

    void keep(const Question& question, const Found& found) {
        if (entries_.empty()) return;
        const size_t slot = slot_of(question);
        const std::lock_guard lock(locks_[slot % LOCKS]);
        entries_[slot] = {question, found};
    }

   private:
    static constexpr size_t LOCKS = 64;

    struct Entry {
        Question question{};
        Found found{};
    };

    // Questions of other worths are rare, so these do not take part.
    size_t slot_of(const Question& question) const {
        const size_t plies = static_cast<size_t>(question.plies);
        return (detail::hash_of(question.roller) * 4u + plies) % entries_.size();
    }

    std::vector<Entry> entries_;
    std::array<std::mutex, LOCKS> locks_;
};

}  // namespace fullprime
