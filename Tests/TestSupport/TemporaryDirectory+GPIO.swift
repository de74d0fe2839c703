extension TemporaryDirectory {
    /// Makes a line of the class interface below `sys`, as an input that is inactive.
    package func makeSysfsLine(_ number: Int) throws {
        for (attribute, text) in [("direction", "in\n"), ("value", "0\n"), ("active_low", "0\n")] {
            try write("sys/class/gpio/gpio\(number)/\(attribute)", text)
        }
    }

    /// Sets a line from outside.
    package func setSysfsLine(_ number: Int, isActive: Bool) throws {
        try write("sys/class/gpio/gpio\(number)/value", isActive ? "1\n" : "0\n")
    }

    /// Whether a line is active; `nil` when it is not there.
    package func isSysfsLineActive(_ number: Int) -> Bool? {
        read("sys/class/gpio/gpio\(number)/value").map { $0.hasPrefix("1") }
    }
}
