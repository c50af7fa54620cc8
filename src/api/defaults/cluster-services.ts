import { addAdmissionregistrationDefaults } from './admissionregistration.js'
import type { DefaultsRegistrar } from './defaults-registrar.js'
import { addDiscoveryDefaults } from './discovery.js'
import { addNetworkingDefaults } from './networking.js'
import { addRbacDefaults } from './rbac.js'
import { addSchedulingDefaults } from './scheduling.js'
import { addStorageDefaults } from './storage.js'

/** Registers the defaults of `networking`, `rbac`, `storage`, `scheduling`, `discovery` and webhook configurations. */
export function addClusterServiceDefaults(scheme: DefaultsRegistrar): void {
  addNetworkingDefaults(scheme)
  addRbacDefaults(scheme)
  addStorageDefaults(scheme)
  addSchedulingDefaults(scheme)
  addDiscoveryDefaults(scheme)
  addAdmissionregistrationDefaults(scheme)
}
