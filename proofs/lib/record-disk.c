/*
 * Preloaded into a service: records every write, truncation and sync of the database and its write-ahead log in a
 * journal, in the order in which they happen. A record is written before its write, before its sync begins, and after
 * its sync has ended. From the journal one can say what a disk that forgets all that was not synced would hold.
 *
 * A record is a header of 16 bytes (kind, file, two unused bytes, length as 32 bits, place as 64 bits, little-endian),
 * then the bytes that were written. The place of a sync is its number.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { WRITE = 1, TRUNCATE = 2, SYNC_BEGINS = 3, SYNC_ENDED = 4 };

struct header {
  uint8_t kind, file;
  uint16_t unused;
  uint32_t length;
  uint64_t place;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int journal = -1;
static uint64_t syncs;

__attribute__((constructor)) static void open_journal(void) {
  const char *path = getenv("PROOF_JOURNAL");
  if (path) journal = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int ends_with(const char *text, size_t length, const char *end) {
  size_t size = strlen(end);
  return length >= size && memcmp(text + length - size, end, size) == 0;
}

/* 1 for the database, 2 for its log, 0 for any other file. */
static uint8_t file_of(int fd) {
  char link[32], path[4096];
  if (journal < 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path);
  if (length <= 0) return 0;
  if (ends_with(path, (size_t)length, "pairspace.sqlite")) return 1;
  if (ends_with(path, (size_t)length, "pairspace.sqlite-wal")) return 2;
  return 0;
}

static void record(enum kind kind, uint8_t file, uint64_t place, const void *bytes, uint32_t length) {
  struct header header = {kind, file, 0, length, place};
  struct iovec parts[2] = {{&header, sizeof header}, {(void *)bytes, length}};
  pthread_mutex_lock(&lock);
  if (writev(journal, parts, 2) != (ssize_t)(sizeof header + length)) abort();
  pthread_mutex_unlock(&lock);
}

/* Calls the function of the system with the same name. */
#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

#define PWRITE(name)                                                                  \
  ssize_t name(int fd, const void *bytes, size_t length, off_t place) {               \
    uint8_t file = file_of(fd);                                                       \
    if (file) record(WRITE, file, (uint64_t)place, bytes, (uint32_t)length);          \
    return NEXT(ssize_t(*)(int, const void *, size_t, off_t), #name)(fd, bytes, length, place); \
  }
#define TRUNCATED(name)                                                               \
  int name(int fd, off_t length) {                                                    \
    uint8_t file = file_of(fd);                                                       \
    if (file) record(TRUNCATE, file, (uint64_t)length, NULL, 0);                      \
    return NEXT(int (*)(int, off_t), #name)(fd, length);                              \
  }
#define SYNC(name)                                                                    \
  int name(int fd) {                                                                  \
    uint8_t file = file_of(fd);                                                       \
    uint64_t number = __atomic_add_fetch(&syncs, 1, __ATOMIC_SEQ_CST);                \
    if (file) record(SYNC_BEGINS, file, number, NULL, 0);                             \
    int result = NEXT(int (*)(int), #name)(fd);                                       \
    if (file && result == 0) record(SYNC_ENDED, file, number, NULL, 0);               \
    return result;                                                                    \
  }

PWRITE(pwrite)
PWRITE(pwrite64)
TRUNCATED(ftruncate)
TRUNCATED(ftruncate64)
SYNC(fsync)
SYNC(fdatasync)
