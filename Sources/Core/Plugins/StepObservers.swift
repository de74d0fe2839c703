import Devices

/// Several who look at the steps of one policy.
struct StepObservers: StepObserver {
    let all: [any StepObserver]

    func observed<Inputs: Codable & Sendable, Outputs: PolicyOutputs>(
        inputs: Inputs, outputs: Outputs, at now: Instant
    ) {
        for each in all { each.observed(inputs: inputs, outputs: outputs, at: now) }
    }

    func goesOn(with settings: JSONValue) {
        for each in all { each.goesOn(with: settings) }
    }
}
