import ARDrone
import Cockpit
import Core

extension CockpitLink {
    /// What the driver says of the link; while it is not running, how the driver itself is.
    init(_ report: DriverReport) {
        guard let link = ARDrone.LinkReport(report) else {
            self.init(state: report.state.rawValue)
            stateAge = .seconds(report.runningSeconds ?? 0)
            return
        }
        self.init(state: link.state.rawValue)
        stateAge = .seconds(link.stateAgeSeconds)
        (packets, losses, sendFailures) = (link.packets, link.losses, link.sendFailures)
        commandGapP99 = .milliseconds(link.commandGapP99Milliseconds)
        commandGapMax = .milliseconds(link.commandGapMaxMilliseconds)
    }
}
