import { objectKey } from '@apimachinery/client/cache'
import type { Pod, Service } from 'apimachinery/api/core/v1'

/** Annotation: when something changed that endpoints follow. */
export const lastChangeTriggerTime = 'endpoints.kubernetes.io/last-change-trigger-time'

interface ServiceTimes {
  readonly service: string
  readonly pods: ReadonlyMap<string, string>
}

/**
 * When the pods or the service changed for which endpoints are written. Source: `TriggerTimeTracker` of k8s.io/endpointslice/util.
 */
export class TriggerTimes {
  readonly #services = new Map<string, ServiceTimes>()

  /** The earliest change since the last call for the service, for a new one its creation; undefined if nothing changed. */
  next(service: Service, pods: readonly Pod[]): string | undefined {
    const key = objectKey(service)
    const known = this.#services.get(key)
    const created = String(service.metadata?.creationTimestamp ?? '')
    const times = new Map(pods.map((pod) => [pod.metadata?.name ?? '', readinessTime(pod)]))
    this.#services.set(key, { service: created, pods: times })
    if (known === undefined) return created
    const changed = [...times].filter(([name, time]) => time > (known.pods.get(name) ?? '')).map(([, time]) => time)
    if (created > known.service) changed.push(created)
    return changed.sort()[0]
  }

  forget(key: string): void {
    this.#services.delete(key)
  }
}

function readinessTime({ status }: Pod): string {
  return String(status?.conditions?.find(({ type }) => type === 'Ready')?.lastTransitionTime ?? '')
}

/** The annotations with the time, or without one. */
export function withTriggerTime(
  annotations: Readonly<Record<string, string>> | undefined,
  time: string | undefined,
): Record<string, string> {
  const { [lastChangeTriggerTime]: _, ...rest } = annotations ?? {}
  return time === undefined || time === '' ? rest : { ...rest, [lastChangeTriggerTime]: time }
}
