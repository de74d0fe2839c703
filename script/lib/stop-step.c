/*
 * Stops threads of a process where they enter a function, and leaves them there until this program is ended: what a step that
 * hangs looks like from outside, in the program as it is installed.
 *
 * Usage: stop-step PROCESS ADDRESS COUNT   the address of the function in its file, in hexadecimal; the next COUNT threads
 *                                          that enter it are stopped, and their numbers said, and whoever follows goes on
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

enum { trap = 0xcc }; /* x86-64's int3 */

/* Where the program begins in memory: a relocatable one is linked at 0. */
static unsigned long find_program(const char *process)
{
	char path[512], line[512], name[256];
	unsigned long begin = 0;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%s/maps", process);
	maps = fopen(path, "r");
	while (maps && fgets(line, sizeof(line), maps)) {
		name[0] = 0;
		if (sscanf(line, "%lx-%*x %*s %*s %*s %*s %255s", &begin, name) == 2 && strstr(name, "/roost"))
			return begin;
	}
	return 0;
}

/* Traced, a thread that meets the trap stops; untraced, the whole process would end. */
static int seize_all(const char *process)
{
	char path[512];
	struct dirent *entry;
	DIR *tasks;
	int count = 0;

	snprintf(path, sizeof(path), "/proc/%s/task", process);
	tasks = opendir(path);
	while (tasks && (entry = readdir(tasks)))
		if (entry->d_name[0] != '.')
			count += !ptrace(PTRACE_SEIZE, atoi(entry->d_name), 0, PTRACE_O_TRACECLONE);
	if (tasks)
		closedir(tasks);
	return count;
}

/* Whether it stands at the trap; its next instruction is that of the function again. */
static int step_back(pid_t thread, unsigned long address)
{
	struct user_regs_struct registers;
	struct iovec all = { &registers, sizeof(registers) };

	if (ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &all) || registers.rip != address + 1)
		return 0;
	registers.rip = address;
	return !ptrace(PTRACE_SETREGSET, thread, NT_PRSTATUS, &all);
}

int main(int count, char **words)
{
	unsigned char code, broken = trap;
	unsigned long address;
	pid_t thread;
	char path[512];
	int status, memory, signal, left;

	if (count != 4 || !(address = find_program(words[1])))
		return 1;
	left = atoi(words[3]);
	address += strtoul(words[2], NULL, 16);
	snprintf(path, sizeof(path), "/proc/%s/mem", words[1]);
	memory = open(path, O_RDWR);
	if (memory < 0 || pread(memory, &code, 1, address) != 1 || !seize_all(words[1]) ||
	    pwrite(memory, &broken, 1, address) != 1)
		return 1;
	while ((thread = waitpid(-1, &status, __WALL)) > 0) {
		if (!WIFSTOPPED(status))
			continue;
		signal = status >> 16 ? 0 : WSTOPSIG(status);
		if (signal == SIGTRAP && step_back(thread, address)) {
			signal = 0;
			if (left > 0) {
				if (!--left && pwrite(memory, &code, 1, address) != 1)
					return 1;
				printf("%d\n", thread);
				fflush(stdout);
				continue;
			}
		}
		ptrace(PTRACE_CONT, thread, 0, signal);
	}
	return 1;
}
