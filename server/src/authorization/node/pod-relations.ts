import type { Pod, PodResourceClaim } from 'apimachinery/api/core/v1'
import { configMapsOf, isMirrorPod, secretsOf } from '../../internal/pod-references.js'
import { type RelatedKind, type Relation, related } from './node-graph.js'

/**
 * The relations of a pod to its node: the node may read the pod and the objects in its spec. A mirror pod only has itself,
 * as a kubelet creates it. Source: `Graph.AddPod` of plugin/pkg/auth/authorizer/node.
 */
export function podRelations(pod: Pod): Relation[] {
  const { metadata, spec, status } = pod
  const node = spec?.nodeName
  if (!node || spec === undefined) return []
  const namespace = metadata?.namespace ?? ''
  const all = (kind: RelatedKind, names: readonly (string | undefined)[]): Relation[] =>
    [...new Set(names)].flatMap((name) => (name ? [{ from: related(kind, namespace, name), node }] : []))
  const itself = all('pod', [metadata?.name])
  if (isMirrorPod(pod)) return itself
  return [
    ...itself,
    ...all('serviceaccount', [spec.serviceAccountName]),
    ...all('secret', secretsOf(spec)),
    ...all('configmap', configMapsOf(spec)),
    ...all('persistentvolumeclaim', claimsOf(pod)),
    ...all('resourceclaim', [
      ...(spec.resourceClaims ?? []).map((claim) => resourceClaimOf(pod, claim)),
      status?.extendedResourceClaimStatus?.resourceClaimName,
    ]),
  ]
}

/** A volume that lives as long as the pod has a claim named after both. */
function claimsOf({ metadata, spec }: Pod): (string | undefined)[] {
  return (spec?.volumes ?? []).map(({ name, persistentVolumeClaim, ephemeral }) => {
    if (persistentVolumeClaim !== undefined) return persistentVolumeClaim.claimName
    return ephemeral === undefined ? undefined : `${metadata?.name}-${name}`
  })
}

/** A claim made from a template has its name in the status. */
function resourceClaimOf({ status }: Pod, claim: PodResourceClaim): string | undefined {
  if (claim.resourceClaimName) return claim.resourceClaimName
  if (!claim.resourceClaimTemplateName) return undefined
  return status?.resourceClaimStatuses?.find(({ name }) => name === claim.name)?.resourceClaimName
}
