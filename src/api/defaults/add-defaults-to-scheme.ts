import { addAppsDefaults } from './apps.js'
import { addAutoscalingDefaults } from './autoscaling.js'
import { addBatchDefaults } from './batch.js'
import { addClusterServiceDefaults } from './cluster-services.js'
import { addCoreDefaults } from './core.js'
import type { DefaultsRegistrar } from './defaults-registrar.js'

/**
 * Registers what an API server fills in for the built-in workload kinds: pods and what makes them, services, volumes,
 * autoscalers, network policies, role bindings, storage classes, webhooks. `scheme.default(object)` then applies them,
 * followed by the defaults that the types declare themselves.
 *
 * Source: the documented defaults of the API reference.
 */
export function addDefaultsToScheme(scheme: DefaultsRegistrar): void {
  addCoreDefaults(scheme)
  addAppsDefaults(scheme)
  addBatchDefaults(scheme)
  addAutoscalingDefaults(scheme)
  addClusterServiceDefaults(scheme)
}
