import type { StateEntry } from './final-state.js'
import { plainText } from './normalized.js'
import type { Item, Items } from './objects.js'

/** Reasons of events that come or do not come by how fast the parts of a cluster are. */
const chance = new Set([
  'FailedScheduling',
  'FailedCreate',
  'FailedUpdate',
  'FailedUpdateStatus',
  'FailedToUpdateEndpoint',
  'FailedToUpdateEndpointSlices',
  'CalculateExpectedPodCountFailed',
  'NoPods',
  'FailedBinding',
  'TaintManagerEviction',
  'ProvisioningFailed',
  'WaitForPodScheduled',
  'ExternalProvisioning',
  'Provisioning',
  'ExternalExpanding',
])
/** Reasons of events whose number or messages depend on that. */
const loose = new Set([
  'ScalingReplicaSet',
  'FailedGetResourceMetric',
  'FailedComputeMetricsReplicas',
  'FailedGetScale',
  'SuccessfulRescale',
])
/** Events about an object beyond this number are joined or left out, by when they come. */
const mostEvents = 8

interface Event extends Item {
  readonly involvedObject: { readonly kind: string; readonly namespace?: string; readonly name: string }
  readonly type: string
  readonly reason: string
  readonly message: string
  readonly count?: number
  readonly source?: { readonly component?: string }
  readonly reportingComponent?: string
}

/** What events say of each object, and how often where that does not depend on time. */
export function eventCounts(items: Items, names: ReadonlyMap<string, string>): readonly StateEntry[] {
  const counts = new Map<string, Map<string, number>>()
  for (const event of (items.get('/api/v1/events') ?? []) as readonly Event[]) {
    if (chance.has(event.reason)) continue
    const { kind, namespace = '', name } = event.involvedObject
    const object = `event ${namespace}/${kind}/${generatedName(name, names)}`
    const of = counts.get(object) ?? new Map<string, number>()
    counts.set(object, of)
    const text = `${event.type} ${event.reason} ${messageOf(event)} ${event.source?.component || event.reportingComponent || ''}`
    of.set(text, (of.get(text) ?? 0) + (event.count ?? 1))
  }
  return [...counts].map(([key, of]) => {
    const total = [...of.values()].reduce((sum, each) => sum + each, 0)
    const all = [...of].map(([text, count]) =>
      loose.has(text.split(' ')[1] ?? '') || total > mostEvents ? text : `${count} ${text}`,
    )
    return { key, value: [...new Set(all)].sort() }
  })
}

/** Pods that are gone have generated names, too. */
function generatedName(name: string, names: ReadonlyMap<string, string>): string {
  return names.get(name) ?? name.replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}$/, '-<suffix>')
}

function messageOf({ reason, message }: Event): string {
  if (loose.has(reason)) return ''
  return plainText(message)
    .replace(/^\(combined from similar events\): /, '')
    .replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '-<suffix>')
    .replace(/ to node-\S+$/, ' to <node>')
}
