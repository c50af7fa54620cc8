import { addAdmissionregistrationDefaults } from '../admissionregistration/defaults.gen.js'
import { addDiscoveryDefaults } from '../discovery/defaults.gen.js'
import { addNetworkingDefaults } from '../networking/defaults.gen.js'
import { addRbacDefaults } from '../rbac/defaults.gen.js'
import { addSchedulingDefaults } from '../scheduling/defaults.gen.js'
import { addStorageDefaults } from '../storage/defaults.gen.js'
import type { DefaultsRegistrar } from './defaults-registrar.js'

/** Registers the defaults of `networking`, `rbac`, `storage`, `scheduling`, `discovery` and webhook configurations. */
export function addClusterServiceDefaults(scheme: DefaultsRegistrar): void {
  addNetworkingDefaults(scheme)
  addRbacDefaults(scheme)
  addStorageDefaults(scheme)
  addSchedulingDefaults(scheme)
  addDiscoveryDefaults(scheme)
  addAdmissionregistrationDefaults(scheme)
}
