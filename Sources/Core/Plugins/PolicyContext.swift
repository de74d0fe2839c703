/// What the ports of a policy need to know of it.
package struct PolicyContext: Sendable {
    /// Its name in the configuration.
    let name: String
    let scheduler: any Scheduler
    let log: Log

    package init(name: String, scheduler: any Scheduler, log: Log) {
        self.name = name
        self.scheduler = scheduler
        self.log = log
    }
}
