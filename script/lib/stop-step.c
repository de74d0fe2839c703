/*
 * Stops one thread of a process while it is in the process's own code, and leaves it there until this program is ended:
 * what a step that hangs looks like from outside, in the program as it is installed. Which code it was in, whoever asked
 * finds out by what follows.
 *
 * Usage: stop-step PROCESS NAME   one of the threads with that name; says its number once it has one
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where the code of the program itself lies. */
static int find_code(const char *process, unsigned long *begin, unsigned long *end)
{
	char path[512], line[512], rights[8], name[256];
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%s/maps", process);
	maps = fopen(path, "r");
	while (maps && fgets(line, sizeof(line), maps)) {
		name[0] = 0;
		if (sscanf(line, "%lx-%lx %7s %*s %*s %*s %255s", begin, end, rights, name) < 3)
			continue;
		if (rights[2] == 'x' && strstr(name, "/roost"))
			return 1;
	}
	return 0;
}

/* proc(5): "24622 (name) R ..." */
static int is_running(const char *process, const char *thread, const char *name)
{
	char path[512], text[256], *begin, *end;
	FILE *file;
	size_t count;

	snprintf(path, sizeof(path), "/proc/%s/task/%s/stat", process, thread);
	file = fopen(path, "r");
	if (!file)
		return 0;
	count = fread(text, 1, sizeof(text) - 1, file);
	fclose(file);
	text[count] = 0;
	begin = strchr(text, '(');
	end = strrchr(text, ')');
	return begin && end && end[2] == 'R' && strlen(name) == (size_t)(end - begin - 1) &&
	       !strncmp(begin + 1, name, strlen(name));
}

/* Whether it stands in that code; if not, it goes on. */
static int stop(pid_t thread, unsigned long begin, unsigned long end)
{
	struct user_regs_struct registers;
	struct iovec all = { &registers, sizeof(registers) };

	if (ptrace(PTRACE_SEIZE, thread, 0, 0))
		return 0;
	if (!ptrace(PTRACE_INTERRUPT, thread, 0, 0) && waitpid(thread, NULL, __WALL) == thread &&
	    !ptrace(PTRACE_GETREGSET, thread, NT_PRSTATUS, &all) && registers.rip >= begin &&
	    registers.rip < end)
		return 1;
	ptrace(PTRACE_DETACH, thread, 0, 0);
	return 0;
}

int main(int count, char **words)
{
	unsigned long begin, end;
	struct dirent *entry;
	char path[512];
	DIR *tasks;

	if (count != 3 || !find_code(words[1], &begin, &end))
		return 1;
	snprintf(path, sizeof(path), "/proc/%s/task", words[1]);
	while ((tasks = opendir(path))) {
		while ((entry = readdir(tasks)))
			if (entry->d_name[0] != '.' && is_running(words[1], entry->d_name, words[2]) &&
			    stop(atoi(entry->d_name), begin, end)) {
				printf("%s\n", entry->d_name);
				fflush(stdout);
				pause();
			}
		closedir(tasks);
	}
	return 1;
}
