import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EtcdKV } from '@apimachinery/server/storage/kv/etcd'

/** Whether tests with a real etcd can run: `apt-get install etcd-server` brings one. */
export const hasEtcd = spawnSync('etcd', ['--version']).status === 0
if (!hasEtcd) console.warn('no etcd is installed: the tests with it are skipped (apt-get install etcd-server)')

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** An etcd of the tests' own, with its data in a folder that goes with it. */
export class EtcdServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'etcd-'))
  readonly #flags: readonly string[]
  readonly #peerPort: number
  readonly port: number
  #process: ChildProcess | undefined

  private constructor(ports: { port: number; peerPort: number }, flags: readonly string[]) {
    this.port = ports.port
    this.#peerPort = ports.peerPort
    this.#flags = flags
  }

  static async start(...flags: string[]): Promise<EtcdServer> {
    const server = new EtcdServer({ port: await freePort(), peerPort: await freePort() }, flags)
    await server.run()
    return server
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.port}`
  }

  /** Starts it, again after it was killed, and waits until it answers. */
  async run(): Promise<void> {
    const peer = `http://127.0.0.1:${this.#peerPort}`
    this.#process = spawn(
      'etcd',
      [
        `--data-dir=${this.#folder}`,
        `--listen-client-urls=${this.endpoint}`,
        `--advertise-client-urls=${this.endpoint}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=default=${peer}`,
        '--log-level=error',
        '--logger=zap',
        ...this.#flags,
      ],
      { stdio: 'ignore' },
    )
    const kv = new EtcdKV({ endpoints: [this.endpoint], requestTimeout: 1000 })
    try {
      for (;;) {
        try {
          await kv.range({ key: '/' })
          return
        } catch {
          if (this.#process.exitCode !== null) throw new Error(`etcd ended with ${this.#process.exitCode}`)
          await new Promise((resolve) => setTimeout(resolve, 100))
        }
      }
    } finally {
      await kv.close()
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name)
  }

  async kill(): Promise<void> {
    const process = this.#process
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return
    const ended = new Promise((resolve) => process.once('exit', resolve))
    process.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** A way to a server that can be cut. */
export class CutProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly port: number

  private constructor(server: Server, port: number) {
    this.#server = server
    this.port = port
  }

  static async start(target: number): Promise<CutProxy> {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const proxy = new CutProxy(server, (server.address() as { port: number }).port)
    server.on('connection', (near) => {
      const far = connect(target, '127.0.0.1')
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        proxy.#sockets.add(from)
        from.pipe(to)
        from.on('error', () => to.destroy())
        from.on('close', () => {
          proxy.#sockets.delete(from)
          to.destroy()
        })
      }
    })
    return proxy
  }

  /** Ends all connections and takes no new ones. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
