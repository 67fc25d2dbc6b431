// A machine that remembers, fails and lies, put between a program and its system by LD_PRELOAD.
//
//   MACHINE_OF=PREFIX       the files that it watches: those whose path begins like this
//   MACHINE_RECORD=FILE     every change of them is recorded there, with every acknowledgment sent
//   MACHINE_FAIL=CALL:N:MODE  the N-th such call fails: `once`, or with all after it `forever`
//   MACHINE_WALL=FILE       seconds that the clock on the wall is ahead; the file may change
//   MACHINE_SLOW=FILE       seconds that every sync takes longer; the file may change
//
// tests/machine.py reads the record.

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include <mutex>
#include <string>

namespace {

constexpr int MOST_FILES = 4096;
constexpr char ACK[] = "\"type\":\"ack\"";

std::mutex one_at_a_time;
uint32_t watched[MOST_FILES];  // by descriptor: the number of the file; 0: nothing is to be seen
uint32_t files = 0;

template <typename Call>
Call real(const char* name) {
    return reinterpret_cast<Call>(dlsym(RTLD_NEXT, name));
}

int record() {
    static const int to = [] {
        const char* path = getenv("MACHINE_RECORD");
        return path ? int(syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600)) : -1;
    }();
    return to;
}

// One line of a record: what, which file, where, and the bytes.
void note(char what, uint32_t file, int64_t at, const void* data, uint64_t length) {
    if (record() < 0) return;
    std::string line(1, what);
    line.append(reinterpret_cast<const char*>(&file), sizeof file);
    line.append(reinterpret_cast<const char*>(&at), sizeof at);
    line.append(reinterpret_cast<const char*>(&length), sizeof length);
    if (data) line.append(static_cast<const char*>(data), length);
    syscall(SYS_write, record(), line.data(), line.size());
}

uint32_t file_of(int descriptor) {
    return 0 <= descriptor && descriptor < MOST_FILES ? watched[descriptor] : 0;
}

void opened(int descriptor, const char* path) {
    static const char* const prefix = getenv("MACHINE_OF");
    if (descriptor < 0 || descriptor >= MOST_FILES) return;
    const std::lock_guard<std::mutex> held(one_at_a_time);
    watched[descriptor] = 0;
    if (!prefix || strncmp(path, prefix, strlen(prefix)) != 0) return;
    watched[descriptor] = ++files;
    note('o', files, 0, path, strlen(path));
}

// Is it the turn of this call to fail? Then errno says why.
bool fails(const char* call) {
    static const char* const wanted = getenv("MACHINE_FAIL");
    static int64_t count = 0;
    if (!wanted) return false;
    const std::string order(wanted);
    const size_t first = order.find(':'), second = order.find(':', first + 1);
    if (order.substr(0, first) != call) return false;
    const int64_t at = atoll(order.substr(first + 1, second - first - 1).c_str());
    const int64_t now = ++count;
    if (now != at && !(now > at && order.substr(second + 1) == "forever")) return false;
    note('f', 0, now, nullptr, 0);
    errno = EIO;
    return true;
}

// An acknowledgment in what goes out over a line.
void sent(int descriptor, const void* data, size_t length) {
    if (record() >= 0 && !file_of(descriptor) && memmem(data, length, ACK, sizeof ACK - 1))
        note('a', 0, 0, data, length);
}

// The number in a file; 0 if there is none.
double told_by(const char* path) {
    if (!path) return 0;
    const int from = int(syscall(SYS_openat, AT_FDCWD, path, O_RDONLY));
    if (from < 0) return 0;
    char text[64] = {};
    const ssize_t length = syscall(SYS_read, from, text, sizeof text - 1);
    syscall(SYS_close, from);
    return length > 0 ? atof(text) : 0;
}

double ahead() {
    static const char* const path = getenv("MACHINE_WALL");
    return told_by(path);
}

void wait_with_the_disk() {
    static const char* const path = getenv("MACHINE_SLOW");
    usleep(useconds_t(1e6 * told_by(path)));
}

int open_at(const char* path, int flags, mode_t mode) {
    const int found = int(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
    opened(found, path);
    return found;
}

mode_t mode_in(int flags, va_list& more) {
    return flags & (O_CREAT | O_TMPFILE) ? mode_t(va_arg(more, int)) : mode_t(0);
}

ssize_t put(int descriptor, const void* data, size_t length, off64_t at) {
    static const auto call = real<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
    const uint32_t file = file_of(descriptor);
    if (!file) return call(descriptor, data, length, at);
    const std::lock_guard<std::mutex> held(one_at_a_time);
    if (fails("write")) return -1;
    const ssize_t done = call(descriptor, data, length, at);
    if (done > 0) note('w', file, at, data, uint64_t(done));
    return done;
}

int cut(int descriptor, off64_t length) {
    static const auto call = real<int (*)(int, off64_t)>("ftruncate64");
    const uint32_t file = file_of(descriptor);
    if (!file) return call(descriptor, length);
    const std::lock_guard<std::mutex> held(one_at_a_time);
    if (fails("truncate")) return -1;
    const int done = call(descriptor, length);
    if (done == 0) note('t', file, length, nullptr, 0);
    return done;
}

int sync_with(const char* name, int descriptor) {
    const auto call = real<int (*)(int)>(name);
    const uint32_t file = file_of(descriptor);
    if (file) {
        const std::lock_guard<std::mutex> held(one_at_a_time);
        if (fails("sync")) return -1;
    }
    if (file) wait_with_the_disk();
    const int done = call(descriptor);
    if (file && done == 0) {
        const std::lock_guard<std::mutex> held(one_at_a_time);
        note('s', file, 0, nullptr, 0);
    }
    return done;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = mode_in(flags, more);
    va_end(more);
    return open_at(path, flags, mode);
}

int open64(const char* path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    const mode_t mode = mode_in(flags, more);
    va_end(more);
    return open_at(path, flags | O_LARGEFILE, mode);
}

int close(int descriptor) {
    if (0 <= descriptor && descriptor < MOST_FILES) watched[descriptor] = 0;
    return real<int (*)(int)>("close")(descriptor);
}

ssize_t pwrite(int descriptor, const void* data, size_t length, off_t at) { return put(descriptor, data, length, at); }
ssize_t pwrite64(int descriptor, const void* data, size_t length, off64_t at) {
    return put(descriptor, data, length, at);
}

ssize_t write(int descriptor, const void* data, size_t length) {
    static const auto call = real<ssize_t (*)(int, const void*, size_t)>("write");
    const uint32_t file = file_of(descriptor);
    const off64_t at = file ? lseek64(descriptor, 0, SEEK_CUR) : 0;
    const ssize_t done = call(descriptor, data, length);
    if (file && done > 0) {
        const std::lock_guard<std::mutex> held(one_at_a_time);
        note('w', file, at, data, uint64_t(done));
    } else if (!file && descriptor != record()) {
        sent(descriptor, data, length);
    }
    return done;
}

int ftruncate(int descriptor, off_t length) { return cut(descriptor, length); }
int ftruncate64(int descriptor, off64_t length) { return cut(descriptor, length); }
int fsync(int descriptor) { return sync_with("fsync", descriptor); }
int fdatasync(int descriptor) { return sync_with("fdatasync", descriptor); }

int unlink(const char* path) {
    static const auto call = real<int (*)(const char*)>("unlink");
    static const char* const prefix = getenv("MACHINE_OF");
    const int done = call(path);
    if (done == 0 && prefix && strncmp(path, prefix, strlen(prefix)) == 0) {
        const std::lock_guard<std::mutex> held(one_at_a_time);
        note('u', 0, 0, path, strlen(path));
    }
    return done;
}

ssize_t send(int line, const void* data, size_t length, int flags) {
    sent(line, data, length);
    return real<ssize_t (*)(int, const void*, size_t, int)>("send")(line, data, length, flags);
}

ssize_t sendmsg(int line, const struct msghdr* message, int flags) {
    for (size_t part = 0; part < message->msg_iovlen; ++part)
        sent(line, message->msg_iov[part].iov_base, message->msg_iov[part].iov_len);
    return real<ssize_t (*)(int, const struct msghdr*, int)>("sendmsg")(line, message, flags);
}

ssize_t writev(int line, const struct iovec* parts, int count) {
    for (int part = 0; part < count; ++part) sent(line, parts[part].iov_base, parts[part].iov_len);
    return real<ssize_t (*)(int, const struct iovec*, int)>("writev")(line, parts, count);
}

int clock_gettime(clockid_t clock, struct timespec* now) {
    static const auto call = real<int (*)(clockid_t, struct timespec*)>("clock_gettime");
    const int done = call(clock, now);
    if (done == 0 && clock == CLOCK_REALTIME) now->tv_sec += time_t(ahead());
    return done;
}

}  // extern "C"
