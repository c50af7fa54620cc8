import type { Pod } from 'apimachinery/api/core/v1'

/** The node that a pod is on, or that it waits for; undefined if it names none. Source: `GetTargetNodeName` in pkg/controller/daemon/util of Kubernetes. */
export function targetNode({ spec }: Pod): string | undefined {
  if (spec?.nodeName) return spec.nodeName
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution
  for (const { matchFields } of required?.nodeSelectorTerms ?? []) {
    const names = matchFields?.find(({ key, operator }) => key === 'metadata.name' && operator === 'In')?.values
    if (names !== undefined) return names.length === 1 ? names[0] : undefined
  }
  return undefined
}
