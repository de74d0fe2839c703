import Core

/// Every kind of policy there is: one line each.
package let allPolicies: [any PolicyPlugin.Type] = [
    DeploymentPanel.self,
    DroneNavigation.self,
    PetDoor.self,
]
