/** The streams of a command, for what answers it. */
export interface CommandStreams {
  /** What the client types; `undefined` if it sends nothing. */
  readonly stdin: AsyncIterable<Uint8Array> | undefined
  readonly tty: boolean
  /** Resolves when more may be written; for nothing if the client does not want it. */
  stdout(data: Uint8Array): Promise<void>
  stderr(data: Uint8Array): Promise<void>
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal
}

/** Runs a command, whose exit code it resolves with. Rejects if there is none. */
export type RunCommand = (streams: CommandStreams) => Promise<number>

/** The streams that a client asks for. */
export interface WantedStreams {
  readonly stdin: boolean
  readonly stdout: boolean
  readonly stderr: boolean
  readonly tty: boolean
}

/**
 * Reads them from the query of a kubelet; `undefined` if there is none. A terminal has one output.
 *
 * Source: `NewOptions` of k8s.io/cri-streaming/pkg/streaming/remotecommand.
 */
export function wantedStreams(query: URLSearchParams): WantedStreams | undefined {
  const has = (name: string): boolean => query.get(name) === '1'
  const tty = has('tty')
  const wanted = { stdin: has('input'), stdout: has('output'), stderr: has('error') && !tty, tty }
  return wanted.stdin || wanted.stdout || wanted.stderr ? wanted : undefined
}
