import CommandKit
import Core
import LinuxIO
import Trials
import Values

/// All rows that an installation has something for, one after the other.
struct Selftest {
    let configuration: Configuration
    let path: String
    let address: String
    /// A folder of its own.
    let directory: String
    let clock: any Scheduler
    let tell: (SelftestResult) -> Void

    // MARK: With simulated devices

    func runTwins() throws(CommandError) {
        var isFirst = true
        for policy in configuration.policies {
            do throws(PlainError) {
                let rehearsal = try policy.rehearsal()
                let form = try rehearsal.twin(of: policy, in: configuration, at: address)
                let twin = try self.twin(form, named: policy.name)
                if isFirst { run(ProgramRows(twin: twin).all) }
                isFirst = false
                run(rehearsal.rows(of: policy, twin))
                twin.send(9)
            } catch {
                tell(.skipped("\(policy.name) with simulated devices", because: "\(error)"))
            }
        }
        if isFirst { tell(.skipped("the rows of a policy", because: "none runs")) }
    }

    private func twin(_ form: TwinConfiguration, named name: String) throws(PlainError)
        -> TwinProcess
    {
        let runtime = "\(directory)/\(name)"
        guard let endpoint = IPv4Endpoint(address, port: WorldHost.gpsdPort) else {
            throw PlainError("\"\(address)\" is no IPv4 address")
        }
        return try mapped(to: { PlainError($0.message) }) { () throws(CommandError) in
            try RuntimeDirectory.create(runtime, "runtime directory")
            let world = try WorldHost(
                address: endpoint, runtime: runtime, seed: 1,
                house: form.house, scheduler: clock)
            return TwinProcess(form.text, world: world, runtime: runtime, clock: clock)
        }
    }

    private func run(_ rows: [SelftestRow]) {
        for row in rows { tell(row.result(clock)) }
    }

    // MARK: The service

    func runService() {
        let sockets = RuntimeDirectory.findSocket(runtime: nil, socket: nil)
        let rows = ServiceRows(
            unit: SystemdUnit(
                name: "roost.service", program: "/usr/bin/roost", directory: directory),
            configuration: configuration, path: path, clock: clock,
            status: { try? DoctorCommand.ask(sockets).get() })
        guard rows.status()?.phase == .running else {
            return tell(.skipped("the service", because: "it does not run"))
        }
        for row in rows.all {
            let result = row.result(clock)
            tell(result)
            // What is not at rest is not to be disturbed, and what is broken not to be broken further.
            if case .broken = result.outcome {
                return tell(.skipped("the rest of the service", because: "of the row above"))
            }
        }
    }
}
