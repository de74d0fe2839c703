import Values

extension GPSD {
    /// The receivers that one gpsd reports of, where nobody has named the one that is meant.
    ///
    /// Two are never taken for one: their positions would jump between two places, each of them good. Which of its devices
    /// is a receiver gpsd tells by their reports alone: others are a compass, or the pulse of a receiver.
    struct Receivers: Sendable {
        /// How long a device that is open at the beginning has to show whether it is a receiver.
        static let patience = Duration.seconds(3)

        /// Those that have reported, in the order in which they did.
        private var reporting: [String] = []
        /// Devices that are open and have not reported yet.
        private var silent: Set<String> = []
        private var decidesAt: Instant

        init(at now: Instant) {
            decidesAt = now + Self.patience
        }

        /// gpsd has listed its devices, for the first time since it was asked.
        mutating func begin(_ devices: [String], at now: Instant) {
            silent.formUnion(devices.filter { !reporting.contains($0) })
            decidesAt = now + Self.patience
        }

        /// One has reported how it is, with a fix or without.
        ///
        /// - Returns: whether it is another than there was.
        mutating func report(_ device: String) -> Bool {
            silent.remove(device)
            guard !reporting.contains(device) else { return false }
            reporting.append(device)
            return true
        }

        /// gpsd has closed one.
        ///
        /// - Returns: whether it had reported.
        mutating func close(_ device: String) -> Bool {
            silent.remove(device)
            let index = reporting.firstIndex(of: device)
            if let index { reporting.remove(at: index) }
            return index != nil
        }

        var areSeveral: Bool { reporting.count > 1 }

        /// Whether there is a receiver, and that device is none so far.
        func areOthers(than device: String) -> Bool {
            !reporting.isEmpty && !reporting.contains(device)
        }

        /// Why no position can be given; `nil` when there is one receiver.
        func doubt(at now: Instant) -> String? {
            if areSeveral { return choice }
            guard now < decidesAt, !silent.isEmpty, let first = reporting.first else { return nil }
            return
                "gpsd has \(first) and \(Self.list(silent.sorted())): waiting whether that is a receiver, too"
        }

        /// What a person has to do.
        var choice: String {
            "gpsd has several receivers, \(Self.list(reporting.sorted())): name one (\"device\")"
        }

        private static func list(_ devices: [String]) -> String {
            devices.joined(separator: " and ")
        }
    }

    /// The compasses that one gpsd reports of: two of them are as little one as two receivers are.
    struct Compasses: Sendable {
        private var reporting: [String] = []

        /// One has given a heading. Where it is the device that was named, no other counts.
        ///
        /// - Returns: why that heading is not to be used; `nil` when it is.
        mutating func doubt(of device: String?, wanted: String?) -> String? {
            let device = device ?? "a device without a name"
            if !reporting.contains(device) { reporting.append(device) }
            guard reporting.count > 1, device != wanted else { return nil }
            return
                "gpsd has several compasses, \(reporting.joined(separator: " and ")): name one (\"device\")"
        }

        mutating func close(_ device: String) {
            reporting.removeAll { $0 == device }
        }
    }
}
