import Core
import DroneNavigation
import PetDoor

/// Every kind of policy there is: one line each.
package let allPolicies: [any Policy.Type] = [
    DeploymentPanel.self,
    DroneNavigation.self,
    PetDoor.self,
    RulePolicy.self,
]
