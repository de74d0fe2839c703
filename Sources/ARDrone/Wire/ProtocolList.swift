extension ARDrone {
    /// What the protocol numbers from 0 on, in the order of its numbers and without a gap.
    package protocol ProtocolList: CaseIterable, Equatable {}
}

extension ARDrone.ProtocolList {
    /// The number that the protocol has for it.
    var number: Int { Self.allCases.prefix { $0 != self }.count }
}
