import Core
import JSON
import TestSupport
import Values

/// A driver's device and the little world around it: all that the checks need to know of a driver.
///
/// A rig uses settings and ports of its driver and nothing of its inside.
package protocol DeviceRig: AnyObject, Sendable {
    /// The word in the configuration.
    static var driver: String { get }
    /// What the driver rightly does not notice once it works, such as the loss of a file that it
    /// reads at its start.
    static var unnoticed: Set<Condition> { get }
    /// What such a device cannot be, and why not.
    static var impossible: [Condition: String] { get }

    /// Whether the driver works with a device that is slow; otherwise it must only survive one.
    static var isPatient: Bool { get }

    /// Makes the device, which is well. What it does by itself it does on this clock.
    init(_ clock: any Scheduler) throws

    /// The driver's settings as they stand in a configuration.
    var settings: [String: JSONValue] { get }
    /// Where its `sys` and `dev` are.
    var tree: TemporaryDirectory { get }

    /// From now on the device is like this.
    func become(_ condition: Condition) throws

    /// One step of the world: the device says what it says by itself, a policy commands. Called
    /// every few milliseconds.
    func advanceWorld(_ connections: PortConnections, at now: Instant) throws

    func observe(_ connections: PortConnections, at now: Instant) -> Observation

    /// How many samples were given, or commands obeyed, since the beginning.
    func exchanges(_ connections: PortConnections) -> UInt64

    /// How far time must go on for the next sample.
    var period: Duration { get }

    /// Whether what the driver moves is in its safe state, seen at the device.
    var isSafe: Bool { get }
}

extension DeviceRig {
    package static var unnoticed: Set<Condition> { [] }
    package static var impossible: [Condition: String] { [:] }
    package static var isPatient: Bool { true }
    package var isSafe: Bool { true }
    package var period: Duration { .milliseconds(20) }
    package func advanceWorld(_ connections: PortConnections, at now: Instant) throws {}
}

extension Sample {
    /// What a sensor's rig observes: the one good value, or none.
    package func observation(_ isRight: (Value) -> Bool) -> Observation {
        guard let good else { return .idle }
        return isRight(good)
            ? .working
            : .wrong(
                "gives \(good) as good, which the rig does not expect; if its device gives garbage "
                    + "now, is that a possible reading?")
    }
}

/// A kind of rig without its type.
package struct RigKind: Sendable {
    package let driver: String
    let unnoticed: Set<Condition>
    let impossible: [Condition: String]
    let isPatient: Bool
    let make: @Sendable (any Scheduler) throws -> any DeviceRig
    /// What the configuration of a check may name.
    var plugins: [any DriverPlugin.Type] = []

    package init<Rig: DeviceRig>(_ type: Rig.Type) {
        driver = Rig.driver
        unnoticed = Rig.unnoticed
        impossible = Rig.impossible
        isPatient = Rig.isPatient
        make = { try Rig($0) }
    }

    init(
        driver: String, impossible: [Condition: String],
        make: @escaping @Sendable (any Scheduler) throws -> any DeviceRig
    ) {
        self.driver = driver
        unnoticed = []
        self.impossible = impossible
        isPatient = true
        self.make = make
    }

    /// A configuration in which drivers of these names are at the rig's device, beside others.
    func configuration(
        _ rig: any DeviceRig, _ names: [String] = ["device"],
        beside others: [String: JSONValue] = [:]
    ) -> [String: JSONValue] {
        var drivers = others
        for name in names {
            drivers[name] = .object(rig.settings.merging(["driver": .string(driver)]) { $1 })
        }
        return [
            "sysfs": .string("\(rig.tree.path)/sys"), "dev": .string("\(rig.tree.path)/dev"),
            "drivers": .object(drivers),
        ]
    }

    /// What `roost check` makes of it.
    func read(_ configuration: [String: JSONValue]) throws -> Configuration {
        try ConfigurationReader.read(
            .object(configuration), registry: PluginRegistry(drivers: plugins, policies: []))
    }
}
