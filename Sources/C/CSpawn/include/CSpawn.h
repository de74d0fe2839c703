// Where a program starts, and when it has ended. In C because Swift's module of glibc leaves out what needs _GNU_SOURCE, and
// calls of the kernel by their numbers.

#pragma once

#include <spawn.h>

// Has the program start in `folder` (posix_spawn_file_actions_addchdir_np(3), glibc 2.29). 0 or an error number.
int roost_spawn_in(posix_spawn_file_actions_t *actions, const char *folder);

// A descriptor that can be read once the process has ended (pidfd_open(2), Linux 5.3); -1 and errno where there is none.
int roost_open_process(pid_t process);
