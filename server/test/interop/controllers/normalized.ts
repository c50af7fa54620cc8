import type { Item, Items } from './objects.js'

/** Fields that depend on time or chance, wherever they are. */
const chance = new Set([
  ...['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp', 'generation', 'observedGeneration'],
  ...['podIP', 'podIPs', 'hostIP', 'hostIPs', 'ip', 'clusterIP', 'clusterIPs'],
  ...['startTime', 'completionTime', 'startedAt', 'finishedAt', 'renewTime', 'timeAdded', 'lastScaleTime'],
  ...['lastTransitionTime', 'lastUpdateTime', 'lastProbeTime', 'lastHeartbeatTime', 'lastPhaseTransitionTime'],
  ...['endpoints.kubernetes.io/last-change-trigger-time', 'nodeInfo', 'certificate', 'podCIDR', 'podCIDRs'],
])
const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g
/** Generations that count requests of the workload and of nobody else. */
const generations = /deployments|statefulsets|daemonsets|jobs|poddisruptionbudgets/

/** By generated names: what they are generated from. */
export function ownersOfNames(items: Items): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const all of items.values())
    for (const { metadata } of all) {
      const { name, generateName = '' } = metadata
      if (generateName !== '' && name.startsWith(generateName) && !isOrdinal(name, generateName))
        names.set(name, `${generateName}<suffix>`)
    }
  return names
}

/** Pods of stateful sets have names that say which one they are. */
function isOrdinal(name: string, prefix: string): boolean {
  return /^\d{1,3}$/.test(name.slice(prefix.length))
}

/** An object of a resource without what depends on time and chance; lists are sorted. */
export function normalized(path: string, item: Item, names: ReadonlyMap<string, string>): unknown {
  const { managedFields, ...metadata } = item.metadata as Item['metadata'] & { readonly managedFields?: ManagedFields }
  const isPinned = (item.spec?.nodeSelector as { readonly pool?: string } | undefined)?.pool !== undefined
  const { generation } = item.metadata
  const more = {
    managers: [
      ...new Set((managedFields ?? []).map((each) => `${each.manager} ${each.operation} ${each.subresource ?? ''}`)),
    ],
    ...(generations.test(path) && { generation: `of ${generation}` }),
    ...(metadata.deletionTimestamp !== undefined && { isDeleted: true }),
  }
  const skipped = (key: string): boolean => chance.has(key) || (key === 'nodeName' && !isPinned)
  return without({ ...item, metadata, more }, { skipped, names })
}

type ManagedFields = readonly { readonly manager: string; readonly operation: string; readonly subresource?: string }[]

interface Rules {
  readonly skipped: (key: string) => boolean
  readonly names: ReadonlyMap<string, string>
}

function without(value: unknown, rules: Rules): unknown {
  if (Array.isArray(value)) {
    const all = value.map((each) => without(each, rules))
    return all.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !rules.skipped(key))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, each]) => [key, without(each, rules)]),
    )
  return typeof value === 'string' ? plainText(rules.names.get(value) ?? value) : value
}

/** A text without what is made up. */
export function plainText(text: string): string {
  return text
    .replace(uid, '<uid>')
    .replace(time, '<time>')
    .replace(/-----BEGIN[\s\S]*-----END[\s\S]*-----/, '<pem>')
    .replace(/\b(pod \S+)-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '$1-<suffix>')
    .replace(/kube-api-access-\w{5}/, 'kube-api-access-<suffix>')
    .replace(/\b(\d{1,3}\.){3}\d{1,3}\b/g, '<ip>')
}
