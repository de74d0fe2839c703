import Glibc
import LinuxIO

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
        let value = try FileDescriptor(
            open: "\(path)/sys/class/gpio/gpio\(number)/value", O_WRONLY | O_CREAT, mode: 0o600)
        try value.writeAtOnce(Array(isActive ? "1\n".utf8 : "0\n".utf8))
    }

    /// Whether a line is active; `nil` when it is not there.
    package func isSysfsLineActive(_ number: Int) -> Bool? {
        read("sys/class/gpio/gpio\(number)/value").map { $0.hasPrefix("1") }
    }
}
