import Dispatch

/// What a thread or a queue is there for. The kernel runs control first where there is not time for
/// all.
package enum Purpose: Sendable {
    /// Ticks, edges, datagrams, stopping: what moves an actuator or stops one.
    case control
    /// Log, control socket, status, video: what a person may wait for.
    case service

    /// On Linux Dispatch gives its threads a nice value by this, from Swift 6.1 on
    /// (swift-corelibs-libdispatch, pull request 842).
    package var qos: DispatchQoS {
        switch self {
        case .control: .userInteractive
        case .service: .utility
        }
    }
}
