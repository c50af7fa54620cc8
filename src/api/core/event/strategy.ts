import type { KindStrategy } from '../../strategies/kind-strategy.js'
import { Event } from '../v1/types.gen.js'
import { validateEvent, validateEventUpdate } from './validation.js'

/** How an Event behaves in a registry, that of `events.k8s.io` included. */
export const eventStrategy: KindStrategy<Event> = {
  type: Event,
  allowCreateOnUpdate: true,
  validate: (event, { apiVersion }) => validateEvent(event, apiVersion),
  validateUpdate: (event, old, { apiVersion }) => validateEventUpdate(event, old, apiVersion),
  defaultGarbageCollection: () => 'unsupported',
  selectableFields({ involvedObject, reason, reportingComponent, source, type }) {
    const involved = Object.fromEntries(
      (['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const).map((name) => [
        `involvedObject.${name}`,
        involvedObject?.[name] ?? '',
      ]),
    )
    return {
      ...involved,
      reason: reason ?? '',
      reportingComponent: reportingComponent ?? '',
      source: source?.component || (reportingComponent ?? ''),
      type: type ?? '',
    }
  },
}
