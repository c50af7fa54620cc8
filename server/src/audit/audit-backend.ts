/** An event as it is written, with what shortening it needs. */
export interface EncodedEvent {
  /** JSON, without a line's end. */
  readonly json: string
  /** JSON without the objects, for backends that take no long events; `undefined` where there is nothing to leave out. */
  readonly truncated: (() => string) | undefined
}

/** Where events go. Source: `audit.Backend` of k8s.io/apiserver/pkg/audit. */
export interface AuditBackend {
  /** False where an event that the request must not go on without could not be kept. */
  processEvents(events: readonly EncodedEvent[]): boolean | Promise<boolean>
  /** Writes what waits, and ends. */
  shutdown(): Promise<void>
}

/** Passes events to several backends; all of them must keep them. */
export function unionBackend(...members: readonly AuditBackend[]): AuditBackend {
  return {
    processEvents(events) {
      const results = members.map((member) => member.processEvents(events))
      if (results.every((result) => typeof result === 'boolean')) return results.every(Boolean)
      return Promise.all(results).then((all) => all.every(Boolean))
    },
    async shutdown() {
      await Promise.all(members.map((member) => member.shutdown()))
    },
  }
}

/**
 * How failures of a backend are handled: `blocking-strict` fails requests whose event was not kept, the others only report
 * it.
 */
export type AuditMode = 'batch' | 'blocking' | 'blocking-strict'

/** Called for events that were not kept. */
export type OnAuditError = (plugin: string, error: unknown, events: number) => void
