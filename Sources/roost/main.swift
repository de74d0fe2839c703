import Glibc

exit(runCommand(Array(CommandLine.arguments.dropFirst())))
