/** A connection to a port of a pod. */
export interface PortStream {
  /** What the client sends. */
  readonly received: AsyncIterable<Uint8Array>
  /** Resolves when more may be sent. */
  send(data: Uint8Array): Promise<void>
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal
}

/** Serves a connection until this side has sent everything. Rejects with what the client is told. */
export type ServePort = (port: number, stream: PortStream) => Promise<void>

const mostPort = 65_535

/** A port. @throws Error in the words of upstream */
export function portIn(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`unable to parse ${JSON.stringify(text)} as a port`)
  const port = Number(text)
  if (port > mostPort) throw new Error(`unable to parse ${JSON.stringify(text)} as a port: value out of range`)
  if (port < 1) throw new Error(`port ${JSON.stringify(text)} must be > 0`)
  return port
}
