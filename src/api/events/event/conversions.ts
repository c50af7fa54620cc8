import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recast } from '../../conversion/recast.js'
import { Event as CoreEvent } from '../../core/v1/types.gen.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Names of the fields of an event: in `events.k8s.io`, in the core group. */
const names: readonly (readonly [ofEvents: string, ofCore: string])[] = [
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
]

const toCore: ReadonlyMap<string, string> = new Map(names)

const toEvents: ReadonlyMap<string, string> = new Map(names.map(([ofEvents, ofCore]) => [ofCore, ofEvents]))

/** Registers the conversions of Event. */
export function addEventConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(CoreEvent)
  for (const type of [v1.Event, v1beta1.Event]) {
    scheme.addConversion<object, CoreEvent>(type, CoreEvent, (from) => renamed(recast(from, CoreEvent), toCore))
    scheme.addConversion<object, v1.Event>(CoreEvent, type, (from) => renamed(recast(from, type), toEvents))
  }
  scheme.addConversion(v1beta1.Event, v1.Event, (from) => recast(from, v1.Event))
  scheme.addConversion(v1.Event, v1beta1.Event, (from) => recast(from, v1beta1.Event))
  const regarding = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']
  addFieldLabels(scheme, {
    types: [v1.Event, v1beta1.Event],
    labels: ['reason', 'type', 'metadata.namespace', 'metadata.name'],
    renamed: {
      ...Object.fromEntries(regarding.map((name) => [`regarding.${name}`, `involvedObject.${name}`])),
      reportingController: 'reportingComponent',
    },
  })
}

function renamed<T extends object>(event: T, to: ReadonlyMap<string, string>): T {
  const fields = event as Record<string, unknown>
  for (const [old, name] of to) {
    if (!Object.hasOwn(fields, old)) continue
    fields[name] = fields[old]
    delete fields[old]
  }
  return event
}
