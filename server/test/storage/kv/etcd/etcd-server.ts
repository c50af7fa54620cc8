import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
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

/** Files of certificates in PEM: those of the server, and those that clients show. */
export interface EtcdCertificates {
  readonly ca: string
  readonly serving: { readonly cert: string; readonly key: string }
  readonly client: { readonly cert: string; readonly key: string }
}

export interface EtcdServerOptions {
  readonly flags?: readonly string[]
  /** With them it takes clients with certificates only. */
  readonly certificates?: EtcdCertificates
}

interface Member {
  readonly name: string
  readonly port: number
  readonly peerPort: number
}

const newMember = async (name: string): Promise<Member> => ({
  name,
  port: await freePort(),
  peerPort: await freePort(),
})
const peerURL = ({ peerPort }: Member) => `http://127.0.0.1:${peerPort}`

/** An etcd for tests, with its data in a temporary folder. */
export class EtcdServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'etcd-'))
  readonly #flags: readonly string[]
  readonly #member: Member
  readonly #members: readonly Member[]
  readonly #certificates: EtcdCertificates | undefined
  #process: ChildProcess | undefined

  private constructor(members: readonly Member[], index: number, options: EtcdServerOptions) {
    this.#members = members
    this.#member = members[index]!
    this.#flags = options.flags ?? []
    this.#certificates = options.certificates
  }

  static async start(...flags: string[]): Promise<EtcdServer> {
    return EtcdServer.startWith({ flags })
  }

  static async startWith(options: EtcdServerOptions): Promise<EtcdServer> {
    const server = new EtcdServer([await newMember('default')], 0, options)
    await server.run()
    return server
  }

  /** A cluster of three, which has a leader while two of them run. */
  static async startCluster(...flags: string[]): Promise<EtcdServer[]> {
    const members = await Promise.all(['one', 'two', 'three'].map(newMember))
    const servers = members.map((_, index) => new EtcdServer(members, index, { flags }))
    await Promise.all(servers.map((server) => server.run()))
    return servers
  }

  get port(): number {
    return this.#member.port
  }

  get endpoint(): string {
    return `${this.#certificates === undefined ? 'http' : 'https'}://127.0.0.1:${this.port}`
  }

  /** How a client reaches it that may. */
  get connection(): { endpoints: string[]; tls?: { ca: Buffer; cert: Buffer; key: Buffer } } {
    const endpoints = [this.endpoint]
    if (this.#certificates === undefined) return { endpoints }
    const { ca, client } = this.#certificates
    return { endpoints, tls: { ca: readFileSync(ca), cert: readFileSync(client.cert), key: readFileSync(client.key) } }
  }

  /** Starts it, again after it was killed, and waits until it answers. */
  async run(): Promise<void> {
    const peer = peerURL(this.#member)
    this.#process = spawn(
      'etcd',
      [
        `--name=${this.#member.name}`,
        `--data-dir=${this.#folder}`,
        `--listen-client-urls=${this.endpoint}`,
        `--advertise-client-urls=${this.endpoint}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=${this.#members.map((member) => `${member.name}=${peerURL(member)}`).join(',')}`,
        '--log-level=error',
        '--logger=zap',
        ...this.#securityFlags(),
        ...this.#flags,
      ],
      { stdio: 'ignore' },
    )
    const child = this.#process
    // A test that fails may not come to its end.
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    const kv = new EtcdKV({ ...this.connection, requestTimeout: 1000 })
    try {
      for (;;) {
        try {
          await kv.status()
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

  #securityFlags(): string[] {
    if (this.#certificates === undefined) return []
    const { ca, serving } = this.#certificates
    return [`--cert-file=${serving.cert}`, `--key-file=${serving.key}`, '--client-cert-auth', `--trusted-ca-file=${ca}`]
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

  /** Its data as of now; it is restarted for that. The answer puts them back, as an operator restores a copy. */
  async copy(): Promise<() => Promise<void>> {
    await this.kill()
    const copy = `${this.#folder}-copy`
    cpSync(this.#folder, copy, { recursive: true })
    await this.run()
    return async () => {
      await this.kill()
      rmSync(this.#folder, { recursive: true })
      renameSync(copy, this.#folder)
      await this.run()
    }
  }

  async stop(): Promise<void> {
    await this.kill()
    rmSync(`${this.#folder}-copy`, { recursive: true, force: true })
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
