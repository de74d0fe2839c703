import CommandKit
import Core
import JSON
import LinuxIO
import Values

/// The service itself: its user, its groups, its filter of addresses, and whether it runs.
struct ServiceChecks {
    let configuration: Configuration
    let filter: UnitFilter?
    /// What asking the running service came to.
    let status: Result<StatusReport, CommandError>

    /// The service's user, or whoever asks where there is none.
    static var account: UserAccount {
        UserAccount("roost", inGroups: PermissionChecks.serviceGroups) ?? .current
    }

    var all: [Diagnosis] { [life, user] + groups + networks }

    private var life: Diagnosis {
        switch status {
        case .success(let report):
            return .right(
                "service",
                "\(report.phase.rawValue) for \(text(of: .seconds(report.uptimeSeconds)))")
        case .failure(let error) where error.code == ExitCode.notRunning:
            return .doubtful(
                "service", "it does not run: what follows was seen without it",
                "systemctl status roost; sudo systemctl start roost")
        case .failure(let error):
            return .doubtful(
                "service", "\(error.message)", "sudo usermod -aG roost $USER, then log in again")
        }
    }

    private var user: Diagnosis {
        let account = Self.account
        guard account.name == "roost" else {
            return .doubtful(
                "user", "there is no user roost: permissions are judged for \(account.name)",
                "sudo apt-get install ./roost_*.deb, or sudo script/install")
        }
        return .right("user", "roost is there")
    }

    /// One that is missing keeps the unit from starting.
    private var groups: [Diagnosis] {
        guard Self.account.name == "roost" else { return [] }
        let missing = PermissionChecks.serviceGroups.filter { !UserAccount.hasGroup($0) }
        guard !missing.isEmpty else { return [] }
        return [
            .wrong(
                "groups", "missing: \(missing.joined(separator: ", ")). The service cannot start",
                "sudo systemd-sysusers")
        ]
    }

    private var networks: [Diagnosis] {
        guard let filter else { return [] }
        let addresses = configuration.drivers.flatMap(\.addresses)
        return Set(addresses).sorted().compactMap { address in
            guard let endpoint = IPv4Endpoint(address, port: 1) else { return nil }
            guard !filter.lets(endpoint) else {
                return .right("filter", "the unit lets the service reach \(address)")
            }
            return .wrong(
                "filter", "the unit keeps the service from \(address)",
                "sudo mkdir -p /etc/systemd/system/roost.service.d",
                "printf '[Service]\\nIPAddressAllow=\(address)\\n' | sudo tee -a "
                    + "/etc/systemd/system/roost.service.d/addresses.conf",
                "sudo systemctl daemon-reload && sudo systemctl restart roost (what flies lands first)"
            )
        }
    }
}

extension DriverEntry {
    /// The network addresses that it speaks to, claimed or in its settings.
    fileprivate var addresses: [String] {
        let written = settingsAsWritten.values.compactMap { value -> String? in
            guard case .string(let text) = value, IPv4Endpoint(text, port: 1) != nil else {
                return nil
            }
            return text
        }
        return written + claims.filter { $0.kind == .networkAddress }.map(\.thing)
    }
}
