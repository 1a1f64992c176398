/* Makes a disk look slower: adds QUIZRAIN_FDATASYNC_DELAY_US microseconds to every fdatasync and
 * fsync of redis-server or valkey-server, and to nobody else's. Loaded with LD_PRELOAD by
 * `quizrain-bench measure`, which also compiles it: cc -O2 -shared -fPIC. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern char *program_invocation_short_name;

static int (*real_fdatasync)(int);
static int (*real_fsync)(int);
static long delay_us;

__attribute__((constructor)) static void start(void) {
  real_fdatasync = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
  real_fsync = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  const char *name = program_invocation_short_name;
  const char *wanted = getenv("QUIZRAIN_FDATASYNC_DELAY_US");
  /* setpriv starts Redis, and quizrain starts setpriv: all of them load this file. */
  if (wanted && (!strcmp(name, "redis-server") || !strcmp(name, "valkey-server")))
    delay_us = atol(wanted);
}

static void wait_first(void) {
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
