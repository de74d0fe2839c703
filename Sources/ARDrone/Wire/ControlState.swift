extension ARDrone {
    /// What the drone's controller is doing: the demo option's `ctrl_state`.
    package struct ControlState: Equatable, Sendable {
        package let rawValue: UInt32

        /// 2 landed, 3 flying, 4 hovering, 6 taking off...
        package var major: UInt16 { UInt16(truncatingIfNeeded: rawValue >> 16) }
        /// A refinement of `major`, which it has a meaning with only.
        package var minor: UInt16 { UInt16(truncatingIfNeeded: rawValue) }
    }
}
