import TestSupport

/// One of the DS18B20 of Tests/Rig/Kernel/w1_bus.c, plugged in as long as this lives.
final class Thermometer: Sendable {
    enum DeviceError: String {
        case none, absent, crc, poweron, weak, stuck, deaf
    }

    /// What `roost` calls it by default in these tests; the numbers are the module's.
    static let ids = ["28-000005e2fdc3", "28-000005e2fdc4", "28-000005e2fdc5"]
    static let bus = ControlFiles("\(Rig.chips)/rig_w1")

    private static let master = ControlFiles("/sys/bus/w1/devices/w1_bus_master1")

    let id: String
    /// As a test sees it.
    let chip: ControlFiles
    /// As the kernel shows it to everyone.
    let device: ControlFiles

    init(_ number: Int = 0, celsius: Double = 20) throws {
        id = Self.ids[number]
        chip = ControlFiles("\(Self.bus.path)/\(id)")
        device = ControlFiles("/sys/bus/w1/devices/\(id)")
        try chip.set("bad_crcs", to: 0)
        try chip.set("conversion_us", to: 0)
        try set(celsius: celsius)
        try plugIn()
    }

    func set(celsius: Double) throws {
        try chip.set("millicelsius", to: Int((celsius * 1000).rounded()))
    }

    func set(_ fault: DeviceError) throws {
        try chip.set("fault", to: fault.rawValue)
    }

    /// Waits until it is read. Then the next conversion is as far away as it can be.
    ///
    /// - Returns: how often it was read so far.
    func nextRead() throws -> Int {
        let before = try chip.number("reads")
        let isRead = try eventually(within: .seconds(20), every: .milliseconds(5)) {
            try chip.number("reads") > before
        }
        guard isRead else { throw TestSupportError("\(id) is not read any more") }
        return try chip.number("reads")
    }

    /// Connects its wires and lets the kernel find it.
    func plugIn() throws {
        try set(.none)
        try search { device.has("w1_slave") }
    }

    /// Pulls its wires out. The kernel takes its files away after it has missed it ten times.
    func pullOut() throws {
        try set(.absent)
        try search { !device.has() }
    }

    /// The kernel looks for chips every 10 s: here it looks at once, until it has seen enough, and
    /// then every 10 s again (a count of -1).
    private func search(until isDone: () -> Bool) throws {
        defer { try? Self.master.set("w1_master_search", to: -1) }
        let isDone = try eventually(within: .seconds(20), every: .milliseconds(100)) {
            if isDone() { return true }
            try Self.master.set("w1_master_search", to: 1)
            return false
        }
        guard isDone else {
            throw TestSupportError("the kernel did not notice the change at \(id)")
        }
    }

    deinit {
        try? Self.bus.set("shorted", to: 0)
        try? Self.bus.set("hung", to: 0)
        try? set(.absent)
        try? Self.master.set("w1_master_remove", to: id)
    }
}
