import Core
import Values

/// One promise of docs/safety.md, and how it is rehearsed.
package struct SelftestRow {
    /// What goes wrong: "killed in flight".
    package let fault: String
    /// What has to follow.
    package let promise: String
    /// Makes it go wrong and looks at what follows.
    ///
    /// - Returns: what was seen.
    /// - Throws: what was seen instead.
    package let rehearse: () throws(PlainError) -> String

    package init(
        _ fault: String, _ promise: String, _ rehearse: @escaping () throws(PlainError) -> String
    ) {
        self.fault = fault
        self.promise = promise
        self.rehearse = rehearse
    }

    package func result(_ clock: any Scheduler) -> SelftestResult {
        let began = clock.now
        let outcome = Result { () throws(PlainError) in try rehearse() }
        return SelftestResult(
            fault: fault, promise: promise, outcome: SelftestResult.Outcome(outcome),
            duration: clock.now - began)
    }
}

/// What came of one row.
package struct SelftestResult: Equatable {
    package enum Outcome: Equatable {
        case kept(String)
        case broken(String)
        /// Why it could not be rehearsed here.
        case skipped(String)
    }

    package let fault: String
    package let promise: String
    package let outcome: Outcome
    package let duration: Duration

    package init(
        fault: String, promise: String, outcome: Outcome, duration: Duration = .zero
    ) {
        self.fault = fault
        self.promise = promise
        self.outcome = outcome
        self.duration = duration
    }

    /// One that cannot be rehearsed here.
    package static func skipped(_ fault: String, because why: String) -> SelftestResult {
        SelftestResult(fault: fault, promise: "", outcome: .skipped(why))
    }
}

extension SelftestResult.Outcome {
    fileprivate init(_ result: Result<String, PlainError>) {
        switch result {
        case .success(let seen): self = .kept(seen)
        case .failure(let error): self = .broken(error.description)
        }
    }
}
