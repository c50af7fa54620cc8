import { type DefaultsRegistrar, withFields } from '../../defaults/defaults-registrar.js'
import { itemsOf } from '../../defaults/items-of.js'
import * as v1 from '../v1/types.gen.js'

interface NetworkPolicyFields {
  spec?: { policyTypes?: string[] | undefined; ingress?: Rule[] | undefined; egress?: Rule[] | undefined }
}

interface Rule {
  ports?: { protocol?: string | undefined }[] | undefined
}

/** Registers the defaults of NetworkPolicy. */
export function addNetworkPolicyDefaults(scheme: DefaultsRegistrar): void {
  withFields(scheme, [v1.NetworkPolicy], defaultNetworkPolicy)
}

/** Fills a network policy. */
export function defaultNetworkPolicy(policy: NetworkPolicyFields): void {
  policy.spec ??= {}
  const { spec } = policy
  if ((spec.policyTypes ?? []).length === 0) {
    spec.policyTypes = (spec.egress ?? []).length === 0 ? ['Ingress'] : ['Ingress', 'Egress']
  }
  for (const { ports } of [...itemsOf(spec.ingress), ...itemsOf(spec.egress)]) {
    for (const port of itemsOf(ports)) port.protocol ??= 'TCP'
  }
}
