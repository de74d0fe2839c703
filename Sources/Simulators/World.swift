// Simulators
