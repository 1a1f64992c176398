/* Makes a disk look slower: adds QUIZRAIN_FDATASYNC_DELAY_US microseconds to every fdatasync and
 * fsync of redis-server or valkey-server, and to nobody else's. They are counted, as a 64-bit
 * number, in the file that QUIZRAIN_FDATASYNC_COUNT names, where there is one of at least 8 bytes.
 * Compiled and loaded with LD_PRELOAD for `quizrain-bench measure` and for tests:
 * cc -O2 -shared -fPIC. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

extern char *program_invocation_short_name;

static int (*real_fdatasync)(int);
static int (*real_fsync)(int);
static long delay_us;
static uint64_t *count;

static void open_count(void) {
  const char *path = getenv("QUIZRAIN_FDATASYNC_COUNT");
  int file = path ? open(path, O_RDWR) : -1;
  if (file < 0)
    return;
  void *map = mmap(0, 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (map != MAP_FAILED)
    count = map;
}

__attribute__((constructor)) static void start(void) {
  real_fdatasync = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  real_fsync = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  const char *name = program_invocation_short_name;
  const char *wanted = getenv("QUIZRAIN_FDATASYNC_DELAY_US");
  /* setpriv starts Redis, and quizrain starts setpriv: all of them load this file. */
  if (wanted && (!strcmp(name, "redis-server") || !strcmp(name, "valkey-server"))) {
    delay_us = atol(wanted);
    open_count();
  }
}

static void wait_first(void) {
  if (count)
    __atomic_add_fetch(count, 1, __ATOMIC_RELAXED);
  if (delay_us <= 0)
    return;
  struct timespec left = {delay_us / 1000000, delay_us % 1000000 * 1000};
  while (nanosleep(&left, &left) == -1 && errno == EINTR) {
  }
}

int fdatasync(int fd) {
  wait_first();
  return real_fdatasync(fd);
}

int fsync(int fd) {
  wait_first();
  return real_fsync(fd);
}
