/// A value with the monotonic time it was taken and how far it can be trusted.
///
/// Never a bare number: an unplugged sensor that still reads "21 °C" is how doors close on pets.
@usableFromInline
package struct Sample<Value: DeviceValue>: Codable, Equatable, Sendable {
    /// What was measured; `nil` exactly when the quality is `absent`.
    @usableFromInline package let value: Value?
    /// When it was measured; for an absent sample, since when it has been absent.
    @usableFromInline package let takenAt: Instant
    @usableFromInline package let quality: Quality

    @inlinable
    init(value: Value?, takenAt: Instant, quality: Quality) {
        self.value = value
        self.takenAt = takenAt
        self.quality = quality
    }

    @inlinable
    package static func good(_ value: Value, at time: Instant) -> Sample {
        Sample(value: value, takenAt: time, quality: .good)
    }

    @inlinable
    package static func doubtful(_ value: Value, at time: Instant, because why: String) -> Sample {
        Sample(value: value, takenAt: time, quality: .doubtful(why))
    }

    @inlinable
    package static func absent(since time: Instant, because why: String) -> Sample {
        Sample(value: nil, takenAt: time, quality: .absent(why))
    }

    /// The value if it is fresh and undoubted, otherwise `nil`: what a decision may rest on.
    @inlinable
    package var good: Value? {
        if case .good = quality { value } else { nil }
    }

    /// The same sample of what `convert` makes of its value; absent where it makes nothing of it, because of `why`.
    @inlinable
    package func map<Other>(
        orAbsentBecause why: @autoclosure () -> String, _ convert: (Value) -> Other?
    ) -> Sample<Other> {
        guard let value else {
            return Sample<Other>(value: nil, takenAt: takenAt, quality: quality)
        }
        guard let other = convert(value) else { return .absent(since: takenAt, because: why()) }
        return Sample<Other>(value: other, takenAt: takenAt, quality: quality)
    }

    @inlinable
    package func age(at now: Instant) -> Duration {
        now - takenAt
    }

    /// This sample as it stands at `now`: stale when it is older than `limit`.
    ///
    /// So is one from as far in the future: its time is of another clock, so its age is unknown.
    @inlinable
    package func judged(at now: Instant, staleAfter limit: Duration?) -> Sample {
        let age = age(at: now)
        guard let limit, value != nil, age > limit || age < .zero - limit else { return self }
        return Sample(value: value, takenAt: takenAt, quality: .stale(limit: limit))
    }
}

/// How far a sample can be trusted, and why not further.
@usableFromInline
package enum Quality: Codable, Equatable, Sendable, CustomStringConvertible {
    case good
    /// The device answered, but something about the answer is odd.
    case doubtful(String)
    /// Nothing newer came within the limit that the driver promised.
    case stale(limit: Duration)
    case absent(String)

    /// The quality without its reason.
    package enum Code: String, Codable, CaseIterable, Sendable {
        case good, doubtful, stale, absent
    }

    package var code: Code {
        switch self {
        case .good: .good
        case .doubtful: .doubtful
        case .stale: .stale
        case .absent: .absent
        }
    }

    /// Why it is no better; `nil` when it is good.
    package var reason: String? {
        switch self {
        case .good: nil
        case .doubtful(let why), .absent(let why): why
        case .stale(let limit): "nothing new within \(text(of: limit))"
        }
    }

    @usableFromInline
    package var description: String {
        reason.map { "\(code): \($0)" } ?? "\(code)"
    }
}
