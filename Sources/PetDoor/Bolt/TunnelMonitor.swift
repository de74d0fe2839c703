import Values

extension PetDoor {
    /// Whether nobody is in the tunnel, where a motion sensor or a light barrier watches it: proven as a shut
    /// flap is, by a contact that is open without a break.
    struct TunnelMonitor: Sendable {
        var proof = FlapMonitor()

        /// What speaks against locking; a `nil` tunnel is one that nobody watches. It must be empty for `clearFor`.
        mutating func note(
            _ tunnel: Sample<Contact>?, clearFor: Duration, at now: Instant
        ) -> LockInterlock? {
            guard let tunnel else { return nil }
            guard let contact = tunnel.good else {
                _ = proof.note(.absent(since: now, because: ""), closedFor: clearFor, at: now)
                return .tunnelUnclear(why: tunnel.quality.description)
            }
            let still = Contact(
                isActive: !contact.isActive, changes: contact.changes,
                changedAt: contact.changedAt)
            switch proof.note(.good(still, at: now), closedFor: clearFor, at: now) {
            case nil: return nil
            case .flapJustClosed(let left)?: return .tunnelJustLeft(left: left)
            case .flapMostlyOpen(let left)?: return .tunnelMostlyOccupied(left: left)
            default: return .tunnelOccupied
            }
        }
    }
}
