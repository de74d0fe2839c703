import CommandKit
import Glibc

// A reader that goes away (`roost run 2>&1 | head`) must not end the service on the spot, with its
// devices wherever they are.
signal(SIGPIPE, SIG_IGN)

exit(commandTable.run(Array(CommandLine.arguments.dropFirst())))
