import Core
import Devices

/// One promise of docs/safety.md, and how it is rehearsed.
struct SelftestRow {
    /// What goes wrong: "killed in flight".
    let fault: String
    /// What has to follow.
    let promise: String
    /// Makes it go wrong and looks at what follows.
    ///
    /// - Returns: what was seen.
    /// - Throws: what was seen instead.
    let rehearse: () throws(PlainError) -> String

    init(
        _ fault: String, _ promise: String, _ rehearse: @escaping () throws(PlainError) -> String
    ) {
        self.fault = fault
        self.promise = promise
        self.rehearse = rehearse
    }

    func result(_ clock: any Scheduler) -> SelftestResult {
        let began = clock.now
        let outcome = Result { () throws(PlainError) in try rehearse() }
        return SelftestResult(
            fault: fault, promise: promise, outcome: SelftestResult.Outcome(outcome),
            duration: clock.now - began)
    }
}

/// What came of one row.
struct SelftestResult: Equatable {
    enum Outcome: Equatable {
        case kept(String)
        case broken(String)
        /// Why it could not be rehearsed here.
        case skipped(String)
    }

    let fault: String
    let promise: String
    let outcome: Outcome
    var duration = Duration.zero

    /// One that cannot be rehearsed here.
    static func skipped(_ fault: String, because why: String) -> SelftestResult {
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
