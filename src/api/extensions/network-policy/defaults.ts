import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { defaultNetworkPolicy } from '../../networking/network-policy/defaults.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the defaults of NetworkPolicy. */
export function addNetworkPolicyDefaults(scheme: DefaultsRegistrar): void {
  withFields(scheme, [v1beta1.NetworkPolicy], defaultNetworkPolicy)
}
