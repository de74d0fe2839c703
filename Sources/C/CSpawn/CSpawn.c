#define _GNU_SOURCE
#include "CSpawn.h"

#include <sys/syscall.h>
#include <unistd.h>

int roost_spawn_in(posix_spawn_file_actions_t *actions, const char *folder) {
    return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int roost_open_process(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}
