import type { AuditBackend, OnAuditError } from './audit-backend.js'

/** Where lines go. */
export interface LineWriter {
  /** Throws where a line cannot be written. */
  write(line: string): void
  close(): Promise<void>
}

/** A line for each event. `strict` makes an event that could not be written a failure of its request. Source: plugin/pkg/audit/log. */
export function logBackend(writer: LineWriter, strict: boolean, onError: OnAuditError): AuditBackend {
  return {
    processEvents(events) {
      let kept = true
      for (const { json } of events) {
        try {
          writer.write(`${json}\n`)
        } catch (error) {
          kept = false
          onError('log', error, 1)
        }
      }
      return kept || !strict
    },
    shutdown: () => writer.close(),
  }
}
