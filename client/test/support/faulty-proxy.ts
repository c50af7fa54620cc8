import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** What a proxy does to the bytes that pass. */
export interface Faults {
  /** Milliseconds that each piece waits. */
  delay?: number
  /** Cuts both sides after so many bytes of the server. */
  cutAfter?: number
  /** Lets nothing pass any more, without telling anybody. */
  dead?: boolean
  /** Changes a byte of the server from this offset on. */
  corruptAt?: number
  /** Sends each piece of the server twice. */
  replay?: boolean
  /** Takes connections and closes them at once. */
  refuse?: boolean
}

/** A proxy between client and server that does what networks do. */
export interface FaultyProxy {
  readonly port: number
  faults: Faults
  /** Connections so far, and those that are open. */
  readonly counts: { total: number; open: number }
  /** Cuts all connections. */
  cut(): void
  close(): Promise<void>
}

/** Starts a proxy in front of a port. */
export async function faultyProxy(target: number): Promise<FaultyProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const counts = { total: 0, open: 0 }
  const proxy: { faults: Faults } = { faults: {} }
  const server = createServer((client) => {
    counts.total++
    client.on('error', () => undefined)
    if (proxy.faults.refuse === true) {
      client.destroy()
      return
    }
    counts.open++
    const upstream = connect(target, '127.0.0.1')
    upstream.on('error', () => undefined)
    const pair = [client, upstream] as const
    pairs.add(pair)
    let passed = 0
    const pass = async (to: Socket, chunk: Buffer): Promise<void> => {
      const { delay, dead, replay } = proxy.faults
      if (delay !== undefined) await new Promise((resume) => setTimeout(resume, delay))
      if (dead === true || to.destroyed) return
      to.write(chunk)
      if (replay === true && to === client) to.write(chunk)
    }
    client.on('data', (chunk: Buffer) => void pass(upstream, chunk))
    upstream.on('data', (chunk: Buffer) => {
      const { cutAfter, corruptAt } = proxy.faults
      const start = passed
      passed += chunk.length
      if (corruptAt !== undefined && corruptAt < passed) {
        const index = Math.max(0, corruptAt - start)
        chunk[index] = (chunk[index] ?? 0) ^ 0xff
      }
      if (cutAfter !== undefined && passed > cutAfter) {
        void pass(client, chunk.subarray(0, Math.max(0, cutAfter - start))).then(() => end())
        return
      }
      void pass(client, chunk)
    })
    const end = (): void => {
      client.destroy()
      upstream.destroy()
      if (pairs.delete(pair)) counts.open--
    }
    for (const socket of pair) socket.once('close', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = (): void => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  return Object.assign(proxy, {
    port: (server.address() as AddressInfo).port,
    counts,
    cut,
    close: () => {
      cut()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  })
}
