import type { AuditBackend, EncodedEvent, OnAuditError } from './audit-backend.js'

/** Bytes. */
export interface TruncationOptions {
  readonly maxEventSize: number
  readonly maxBatchSize: number
}

/** Leaves objects out of events that are too long, and divides batches. Source: plugin/pkg/audit/truncate. */
export function truncatingBackend(next: AuditBackend, options: TruncationOptions, onError: OnAuditError): AuditBackend {
  const shortened = (event: EncodedEvent): EncodedEvent | undefined => {
    if (Buffer.byteLength(event.json) <= options.maxEventSize) return event
    const json = event.truncated?.()
    if (json !== undefined && Buffer.byteLength(json) <= options.maxEventSize) return { json, truncated: undefined }
    onError('truncate', new Error('event is too large even after truncating'), 1)
    return undefined
  }
  return {
    async processEvents(events) {
      let kept = true
      let batch: EncodedEvent[] = []
      let size = 0
      for (const event of events) {
        const short = shortened(event)
        if (short === undefined) continue
        const bytes = Buffer.byteLength(short.json)
        if (batch.length > 0 && size + bytes > options.maxBatchSize) {
          kept = (await next.processEvents(batch)) && kept
          batch = []
          size = 0
        }
        batch.push(short)
        size += bytes
      }
      if (batch.length > 0) kept = (await next.processEvents(batch)) && kept
      return kept
    },
    shutdown: () => next.shutdown(),
  }
}
