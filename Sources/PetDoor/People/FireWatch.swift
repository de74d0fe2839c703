import Values

extension PetDoor {
    /// Whether there is a fire, by the relay of a smoke detector: the way is free from the first moment of
    /// it until the contact has opened again and somebody knows of it.
    struct FireWatch: Sendable {
        private(set) var isOn: Bool
        /// The contact is closed, or nothing says that it is not.
        private(set) var isBurning = false
        private var clearSince: Instant?
        private var lastChanges: UInt64?

        init(isOn: Bool = false) {
            self.isOn = isOn
        }

        /// `hold`: how long it continues once the contact is open; `nil`: until a person says so.
        ///
        /// - Returns: whether it begins.
        mutating func note(
            _ contact: Sample<Contact>?, hold: Duration?, at now: Instant
        ) -> Bool {
            guard let contact else {
                // No such contact any more: nothing could ever end it.
                isOn = false
                return false
            }
            let wasOn = isOn
            if let seen = contact.good {
                // It may have closed and opened between two steps.
                let hasPulsed = lastChanges.map { seen.changes > $0 + 1 } ?? false
                lastChanges = seen.changes
                if seen.isActive || hasPulsed { (isOn, clearSince) = (true, nil) }
                isBurning = seen.isActive
            } else {
                lastChanges = nil
                isBurning = isOn
            }
            end(after: hold, at: now)
            return isOn && !wasOn
        }

        private mutating func end(after hold: Duration?, at now: Instant) {
            guard isOn, !isBurning else { return clearSince = nil }
            let since = clearSince ?? now
            clearSince = since
            if let hold, now - since >= hold { isOn = false }
        }

        /// A person knows of it.
        ///
        /// - Returns: whether it is over.
        mutating func confirm() -> Bool {
            if !isBurning { isOn = false }
            return !isOn
        }
    }
}
