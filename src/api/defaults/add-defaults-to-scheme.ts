import { addAdmissionregistrationDefaults } from './admissionregistration.js'
import { addApiextensionsDefaults } from './apiextensions.js'
import { addApiregistrationDefaults } from './apiregistration.js'
import { addAppsDefaults } from './apps.js'
import { addAuthenticationDefaults } from './authentication.js'
import { addAutoscalingDefaults } from './autoscaling.js'
import { addBatchDefaults } from './batch.js'
import { addCertificatesDefaults } from './certificates.js'
import { addCoreDefaults } from './core.js'
import type { DefaultsRegistrar } from './defaults-registrar.js'
import { addDiscoveryDefaults } from './discovery.js'
import { addExtensionsDefaults } from './extensions.js'
import { addFlowcontrolDefaults } from './flowcontrol.js'
import { addNetworkingDefaults } from './networking.js'
import { addRbacDefaults } from './rbac.js'
import { addResourceDefaults, type ResourceDefaultsOptions } from './resource.js'
import { addSchedulingDefaults } from './scheduling.js'
import { addStorageDefaults } from './storage.js'

/**
 * Registers what an API server fills in for the built-in kinds, in every version. `scheme.default(object)` then applies
 * it, followed by the defaults that the types declare themselves. Groups that are not named here have none.
 *
 * Source: pkg/apis of Kubernetes.
 */
export function addDefaultsToScheme(scheme: DefaultsRegistrar, options: ResourceDefaultsOptions = {}): void {
  addCoreDefaults(scheme)
  addAppsDefaults(scheme)
  addBatchDefaults(scheme)
  addAutoscalingDefaults(scheme)
  addNetworkingDefaults(scheme)
  addRbacDefaults(scheme)
  addStorageDefaults(scheme)
  addSchedulingDefaults(scheme)
  addDiscoveryDefaults(scheme)
  addAdmissionregistrationDefaults(scheme)
  addApiextensionsDefaults(scheme)
  addApiregistrationDefaults(scheme)
  addAuthenticationDefaults(scheme)
  addCertificatesDefaults(scheme)
  addExtensionsDefaults(scheme)
  addFlowcontrolDefaults(scheme)
  addResourceDefaults(scheme, options)
}
