import Values

extension DroneNavigation {
    /// What a receiver says of how good its fixes are. One that stops saying it is no good one: it has lost what it
    /// measured that by, or another receiver has taken its place.
    struct ReceiverAccount: Sendable {
        private var tellsHeight = false
        private var tellsError = false
        private var tellsDilution = false
        private var tellsSatellites = false

        /// Takes in a fix.
        ///
        /// - Returns: what its receiver said before and says no more; `nil` where it says all of that.
        mutating func note(_ fix: Fix) -> String? {
            var missing: [String] = []
            func note(_ isTold: Bool, _ wasTold: inout Bool, _ what: String) {
                if isTold { wasTold = true } else if wasTold { missing.append(what) }
            }
            note(fix.altitudeMetres != nil, &tellsHeight, "its height")
            note(fix.horizontalErrorMetres != nil, &tellsError, "its error")
            note(fix.hdop != nil, &tellsDilution, "its dilution of precision")
            note(fix.satellitesUsed != nil, &tellsSatellites, "how many satellites it uses")
            guard !missing.isEmpty else { return nil }
            return "the receiver no longer tells \(missing.joined(separator: ", "))"
        }
    }
}
