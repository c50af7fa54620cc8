import type { KindClass, KubernetesObject } from '../../runtime/objects/typed-object.js'
import * as v1 from '../networking/v1/types.gen.js'
import * as v1beta1 from '../networking/v1beta1/types.gen.js'
import { type DefaultsRegistrar, withFields } from './defaults-registrar.js'
import { itemsOf } from './items-of.js'

/** Registers the defaults of `networking.k8s.io`. */
export function addNetworkingDefaults(scheme: DefaultsRegistrar): void {
  withFields(scheme, { type: v1.NetworkPolicy, list: v1.NetworkPolicyList, fill: defaultNetworkPolicy })
  withFields(scheme, { type: v1.IngressClass, list: v1.IngressClassList, fill: defaultIngressClass })
  withFields(scheme, { type: v1beta1.IngressClass, list: v1beta1.IngressClassList, fill: defaultIngressClass })
  addIngressDefaults(scheme, v1beta1.Ingress, v1beta1.IngressList)
}

interface NetworkPolicyFields {
  spec?: {
    policyTypes?: string[] | undefined
    ingress?: Rule[] | undefined
    egress?: Rule[] | undefined
  }
}

interface Rule {
  ports?: { protocol?: string | undefined }[] | undefined
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

function defaultIngressClass({ spec }: { spec?: { parameters?: { scope?: string | undefined } | undefined } }): void {
  if (spec?.parameters) spec.parameters.scope ??= 'Cluster'
}

interface OldIngress extends KubernetesObject {
  spec?: { rules?: { http?: { paths?: { pathType?: string | undefined }[] | undefined } | undefined }[] | undefined }
}

/** Registers the defaults of an ingress before v1. */
export function addIngressDefaults(scheme: DefaultsRegistrar, type: KindClass, list: KindClass): void {
  withFields<OldIngress>(scheme, {
    type,
    list,
    fill: ({ spec }) => {
      for (const { http } of itemsOf(spec?.rules)) {
        for (const path of itemsOf(http?.paths)) path.pathType ??= 'ImplementationSpecific'
      }
    },
  })
}
