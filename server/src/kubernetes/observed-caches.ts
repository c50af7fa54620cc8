import type { CustomResourceDefinition } from 'apimachinery/api/apiextensions/v1'
import type { KubernetesObject } from 'apimachinery/runtime'
import type { ClusterCache } from '../kinds/cluster-cache.js'
import type { ObjectCache } from '../storage/object-cache.js'

/** Caches by the kinds of their objects. */
export type CachesByKind = Readonly<Record<string, Pick<ObjectCache<KubernetesObject>, 'caughtUp'>>>

/** The caches by which requests are treated. */
export function cachesByKind(cluster: ClusterCache, definitions: ObjectCache<CustomResourceDefinition>): CachesByKind {
  return {
    MutatingWebhookConfiguration: cluster.mutatingWebhookConfigurations,
    ValidatingWebhookConfiguration: cluster.validatingWebhookConfigurations,
    MutatingAdmissionPolicy: cluster.mutatingAdmissionPolicies,
    MutatingAdmissionPolicyBinding: cluster.mutatingAdmissionPolicyBindings,
    ValidatingAdmissionPolicy: cluster.validatingAdmissionPolicies,
    ValidatingAdmissionPolicyBinding: cluster.validatingAdmissionPolicyBindings,
    CustomResourceDefinition: definitions,
  }
}
