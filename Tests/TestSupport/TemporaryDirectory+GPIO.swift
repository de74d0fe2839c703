import Glibc

extension TemporaryDirectory {
    /// Makes a line of the class interface below `sys`, as an input that is inactive.
    package func makeSysfsLine(_ number: Int) throws {
        for (attribute, text) in [("direction", "in\n"), ("value", "0\n"), ("active_low", "0\n")] {
            try write("sys/class/gpio/gpio\(number)/\(attribute)", text)
        }
    }

    /// Sets a line from outside. In place, for a driver that polls it must never find the file empty:
    /// the kernel's never is.
    package func setSysfsLine(_ number: Int, isActive: Bool) throws {
        let target = "\(path)/sys/class/gpio/gpio\(number)/value"
        let descriptor = open(target, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        guard Glibc.write(descriptor, isActive ? "1\n" : "0\n", 2) == 2 else {
            throw TestSupportError("cannot write \(target): \(errno)")
        }
    }

    /// Whether a line is active; `nil` when it is not there.
    package func isSysfsLineActive(_ number: Int) -> Bool? {
        read("sys/class/gpio/gpio\(number)/value").map { $0.hasPrefix("1") }
    }
}
