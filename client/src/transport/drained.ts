/** The part of Node's `Writable` that is written to. */
export interface NodeWritable {
  readonly destroyed?: boolean
  write(chunk: Uint8Array): boolean
  once(event: 'drain' | 'close' | 'error', listener: () => void): unknown
  off(event: 'drain' | 'close' | 'error', listener: () => void): unknown
}

/** Resolves when a stream takes more bytes, or when it never will. */
export async function drained(stream: NodeWritable): Promise<void> {
  if (stream.destroyed === true) return
  const events = ['drain', 'close', 'error'] as const
  await new Promise<void>((resolve) => {
    const done = (): void => {
      for (const event of events) stream.off(event, done)
      resolve()
    }
    for (const event of events) stream.once(event, done)
  })
}
