import type { Pod } from 'apimachinery/api/core/v1'
import { ResourceClaim, type ResourceClaimTemplate } from 'apimachinery/api/resource/v1'
import { getName, getNamespace, getUID } from 'apimachinery/runtime'

/** Names the claim of a pod for which a ResourceClaim was made. */
export const podClaimAnnotation = 'resource.kubernetes.io/pod-claim-name'
/** With a suffix of five characters it is a label of DNS. */
const longestPrefix = 57

/** The ResourceClaim that a template says for a claim of a pod. Source: `handleClaim` of pkg/controller/resourceclaim of Kubernetes. */
export function newClaim(pod: Pod, podClaim: string, { spec }: ResourceClaimTemplate): ResourceClaim {
  const { annotations, labels } = spec?.metadata ?? {}
  return new ResourceClaim({
    metadata: {
      generateName: prefixOf(getName(pod), podClaim),
      namespace: getNamespace(pod),
      labels,
      annotations: { ...annotations, [podClaimAnnotation]: podClaim },
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: getName(pod), uid: getUID(pod), controller: true }],
    },
    spec: spec?.spec,
  })
}

/** Both names are shortened in proportion, so that something of each is left. */
function prefixOf(pod: string, claim: string): string {
  const prefix = `${pod}-${claim}-`
  if (prefix.length <= longestPrefix) return prefix
  const shortened = (text: string, length: number): string =>
    text.slice(0, Math.floor((text.length * longestPrefix) / length))
  const first = `${shortened(pod, prefix.length)}-`
  return first + shortened(claim, prefix.length)
}
