/*
 * Loaded before the C library, it records in the file DISK_LOG what is written to files named store.mdb and when they are
 * synced, makes every sync take DISK_SYNC_MILLISECONDS longer, and has room for DISK_BYTES only.
 *
 * A record is a letter, an offset (8 bytes), a length (4 bytes) and so many bytes, in the machine's order:
 * W a write, D a write that is durable when it ends, T a new length of the file (as offset), s and S begin and end of a sync.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int output = -1;

static int watched(int fd) {
  char link[64], path[4096];
  int saved = 0;
  char digits[16];
  int n = 0, value = fd;
  if (fd < 0) return saved;
  strcpy(link, "/proc/self/fd/");
  do digits[n++] = '0' + value % 10; while ((value /= 10) > 0);
  char *end = link + strlen(link);
  while (n > 0) *end++ = digits[--n];
  *end = 0;
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 9) return saved;
  path[length] = 0;
  return strcmp(path + length - 9, "store.mdb") == 0;
}

static void record(char kind, uint64_t offset, const struct iovec *parts, int count) {
  const char *log = getenv("DISK_LOG");
  if (log == NULL) return;
  uint32_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  char *bytes = malloc(13 + length);
  bytes[0] = kind;
  memcpy(bytes + 1, &offset, 8);
  memcpy(bytes + 9, &length, 4);
  char *at = bytes + 13;
  for (int i = 0; i < count; i++) {
    memcpy(at, parts[i].iov_base, parts[i].iov_len);
    at += parts[i].iov_len;
  }
  pthread_mutex_lock(&lock);
  if (output < 0) output = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  syscall(SYS_write, output, bytes, (size_t)13 + length);
  pthread_mutex_unlock(&lock);
  free(bytes);
}

static void written(int fd, uint64_t offset, const struct iovec *parts, int count) {
  int flags = fcntl(fd, F_GETFL);
  record(flags >= 0 && (flags & O_DSYNC) ? 'D' : 'W', offset, parts, count);
}

static int full(int fd, uint64_t end) {
  const char *room = getenv("DISK_BYTES");
  if (room == NULL || end <= strtoull(room, NULL, 10) || !watched(fd)) return 0;
  errno = ENOSPC;
  return 1;
}

/* The room that is left beside the file in a folder. Node asks for it by this call. */
int statfs64(const char *folder, struct statfs64 *result) {
  const char *room = getenv("DISK_BYTES");
  struct stat64 file;
  char path[4096];
  if (syscall(SYS_statfs, folder, result) != 0) return -1;
  if (room == NULL || snprintf(path, sizeof path, "%s/store.mdb", folder) >= sizeof path || stat64(path, &file) != 0) return 0;
  int64_t left = strtoll(room, NULL, 10) - file.st_size;
  result->f_bavail = left < 0 ? 0 : left / result->f_bsize;
  return 0;
}

int statfs(const char *folder, struct statfs *result) { return statfs64(folder, (struct statfs64 *)result); }

ssize_t pwrite64(int fd, const void *data, size_t length, off64_t offset) {
  if (full(fd, offset + length)) return -1;
  ssize_t done = syscall(SYS_pwrite64, fd, data, length, offset);
  struct iovec part = {(void *)data, done};
  if (done > 0 && watched(fd)) written(fd, offset, &part, 1);
  return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t offset) { return pwrite64(fd, data, length, offset); }

ssize_t write(int fd, const void *data, size_t length) {
  int ours = watched(fd);
  uint64_t offset = ours ? lseek(fd, 0, SEEK_CUR) : 0;
  if (ours && full(fd, offset + length)) return -1;
  ssize_t done = syscall(SYS_write, fd, data, length);
  struct iovec part = {(void *)data, done};
  if (done > 0 && ours) written(fd, offset, &part, 1);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  int ours = watched(fd);
  uint64_t offset = ours ? lseek(fd, 0, SEEK_CUR) : 0;
  uint64_t length = 0;
  for (int i = 0; i < count; i++) length += parts[i].iov_len;
  if (ours && full(fd, offset + length)) return -1;
  ssize_t done = syscall(SYS_writev, fd, parts, count);
  if (done > 0 && ours) written(fd, offset, parts, count);
  return done;
}

int ftruncate64(int fd, off64_t length) {
  int result = syscall(SYS_ftruncate, fd, length);
  if (result == 0 && watched(fd)) record('T', length, NULL, 0);
  return result;
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

static int synced(int fd, long call) {
  int ours = watched(fd);
  if (ours) {
    const char *delay = getenv("DISK_SYNC_MILLISECONDS");
    record('s', 0, NULL, 0);
    if (delay != NULL) usleep(atoi(delay) * 1000);
  }
  int result = syscall(call, fd);
  if (result == 0 && ours) record('S', 0, NULL, 0);
  return result;
}

int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }
int fsync(int fd) { return synced(fd, SYS_fsync); }
