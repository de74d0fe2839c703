import Values

extension Estimator {
    /// Takes in a fix. Its time is the receiver's where its driver knows that, and what is not good is no
    /// fix: drivers call dead reckoning, simulations and typed-in places by their names.
    ///
    /// - Returns: what became of it. `note` of navigation data has to come first.
    package mutating func note(_ sample: Sample<Fix>, at time: Instant) -> FixVerdict {
        guard let fix = sample.good else { return .doubtful }
        let measuredAt = min(sample.takenAt, time) - settings.fixLatency
        if let latest = fixes.latestAt, measuredAt <= latest { return .repeated }
        fixes.latestAt = measuredAt
        let verdict = judge(fix, measuredAt: measuredAt, at: time)
        if verdict != .untraced { fixes.latest = verdict }
        return verdict
    }

    private mutating func judge(_ fix: Fix, measuredAt: Instant, at time: Instant) -> FixVerdict {
        let age = time - measuredAt
        guard age <= settings.oldestFix else { return .old(age) }
        guard let then = trail.way(at: measuredAt) else { return .untraced }
        guard let plane else { return first(fix, way: then, measuredAt: measuredAt) }
        let place = plane.point(fix.position)
        let isContradicted = contradicts(fix, place, way: then, measuredAt: measuredAt, at: time)
        if fixes.samePlace.isStuck(
            fix.position, way: then, airMetres: airMetres, measuredAt: measuredAt,
            isAirborne: isAirborne)
        {
            return .stuck
        }
        guard !isContradicted else {
            fixes.jumpFilter.clear()
            return .contradicted
        }
        return fuse(fix, at: place, way: then, measuredAt: measuredAt, at: time)
    }

    private mutating func first(_ fix: Fix, way: PlaneVector, measuredAt: Instant) -> FixVerdict {
        let plane = begin(at: fix.position)
        filter.anchor(at: plane.point(fix.position), errorMetres: fix.horizontalErrorMetres)
        use(way: way, measuredAt: measuredAt)
        return .used
    }

    private mutating func contradicts(
        _ fix: Fix, _ place: PlaneVector, way: PlaneVector, measuredAt: Instant, at time: Instant
    ) -> Bool {
        let bias = max(settings.fixBiasMetres, fix.horizontalErrorMetres ?? 0)
        guard isAirborne else {
            fixes.ways.noteAtRest(place, measuredAt: measuredAt, biasMetres: bias)
            return fixes.note(nil, at: time)
        }
        let finding = fixes.ways.note(place, way: way, measuredAt: measuredAt, biasMetres: bias)
        return fixes.note(finding, at: time)
    }

    private mutating func fuse(
        _ fix: Fix, at place: PlaneVector, way: PlaneVector, measuredAt: Instant, at time: Instant
    ) -> FixVerdict {
        let since = filter.corrected(trail.way - way)
        let surprise = filter.surprise(of: place + since)
        fixes.surprise = surprise
        switch fixes.jumpFilter.judge(surprise, place: place - way, at: measuredAt) {
        case .jump: return .jumped(metres: surprise.metres)
        case .plausible:
            filter.fuse(place + since, errorMetres: fix.horizontalErrorMetres)
            use(way: way, measuredAt: measuredAt)
            return .used
        case .elsewhere:
            filter.anchor(at: place + since, errorMetres: fix.horizontalErrorMetres)
            use(way: way, measuredAt: measuredAt)
            fixes.jumps += 1
            fixes.jumpedAt = time
            return .anchored(metres: surprise.metres)
        }
    }

    private mutating func use(way: PlaneVector, measuredAt: Instant) {
        fixes.usedAt = measuredAt
        fixes.wayAtUsed = way
    }
}
