import LinuxIO

/// What is wired to a house and is no part of it: a world of one's own, by the files that a person would
/// write and read.
extension SimulatedHouse {
    /// Puts a voltage at a line, unless a driver has made that an output.
    package func setLevel(of line: Int, isHigh: Bool) throws(IOError) {
        let line = tree.line(line)
        guard tree.isInput(line) else { return }
        try tree.rewrite("\(line)/value", isHigh != tree.isActiveLow(line) ? "1\n" : "0\n")
    }

    /// Whether a driver drives this line high; `nil` while it is an input.
    package func level(of line: Int) -> Bool? {
        let line = tree.line(line)
        guard !tree.isInput(line), let value = tree.number("\(line)/value") else { return nil }
        return (value == 1) != tree.isActiveLow(line)
    }

    /// Puts a share of its full scale at an input of the converter, also of the one that has the light.
    package func setInput(_ channel: Int, ratio: Double) throws(IOError) {
        let scale = Double(HouseModel.lightFullScale)
        try tree.show(Int((min(1, max(0, ratio)) * scale).rounded()), at: channel)
    }

    /// Sets the air at the thermometer, which goes by no time of day from then on.
    package func setTemperature(celsius: Double) throws(IOError) {
        let milliCelsius = Int((min(125, max(-55, celsius)) * 1000).rounded())
        try tree.replace("\(tree.thermometer)/temperature", with: "\(milliCelsius)\n")
    }
}
