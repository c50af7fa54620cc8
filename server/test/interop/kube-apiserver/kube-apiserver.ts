import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EtcdServer, freePort } from '../../storage/kv/etcd/etcd-server.js'

export interface KubeAPIServerOptions {
  /** The executable, of `buildKubeAPIServer`. */
  readonly program: string
  /** Behind those that the recorded answers were made with. */
  readonly flags?: readonly string[]
  /** The etcd that it shares; default: one of its own. */
  readonly etcd?: EtcdServer
}

/** Users whose tokens both servers know: `admin-token` may do all, `alice-token` nothing. */
export const tokenFile = 'admin-token,admin,admin-uid,"system:masters"\nalice-token,alice,alice-uid,"team-a"\n'

/** The flags of the recorded answers that a kube-apiserver and the command of this package have. */
export const recordedFlags: readonly string[] = [
  '--authorization-mode=RBAC',
  '--allow-privileged=true',
  '--disable-admission-plugins=ServiceAccount',
  '--service-cluster-ip-range=10.96.0.0/16',
  '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
  '--advertise-address=192.0.2.10',
]

/** A real kube-apiserver over an etcd, in a temporary folder. */
export class KubeAPIServer {
  readonly url: string
  readonly #process: ChildProcess
  readonly #ownEtcd: EtcdServer | undefined
  readonly #folder: string

  private constructor(child: ChildProcess, { url, etcd, folder }: { url: string; etcd?: EtcdServer; folder: string }) {
    this.url = url
    this.#process = child
    this.#ownEtcd = etcd
    this.#folder = folder
  }

  /** Starts it and waits until it is ready; throws with the end of its log where it does not start. */
  static async start({ program, flags = [], etcd }: KubeAPIServerOptions): Promise<KubeAPIServer> {
    const folder = mkdtempSync(join(tmpdir(), 'kube-apiserver-'))
    const ownEtcd = etcd === undefined ? await EtcdServer.start('--unsafe-no-fsync') : undefined
    const port = await freePort()
    const child = spawn(
      program,
      [...settings(folder, port), ...recordedFlags, ...flags].concat(
        `--etcd-servers=${(etcd ?? (ownEtcd as EtcdServer)).endpoint}`,
      ),
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let log = ''
    child.stderr.on('data', (text) => {
      log = (log + String(text)).slice(-5000)
    })
    const server = new KubeAPIServer(child, {
      url: `https://127.0.0.1:${port}`,
      ...(ownEtcd !== undefined && { etcd: ownEtcd }),
      folder,
    })
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    for (let attempt = 0; !(await isReady(server.url)); attempt++) {
      if (attempt === 600 || child.exitCode !== null) {
        await server.stop()
        throw new Error(`kube-apiserver does not start: ${log}`)
      }
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return server
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      const ended = new Promise((resolve) => this.#process.once('exit', resolve))
      this.#process.kill('SIGKILL')
      await ended
    }
    await this.#ownEtcd?.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function settings(folder: string, port: number): string[] {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = join(folder, 'service-accounts.key')
  writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }))
  const tokens = join(folder, 'tokens.csv')
  writeFileSync(tokens, tokenFile)
  return [
    `--secure-port=${port}`,
    '--bind-address=127.0.0.1',
    `--cert-dir=${join(folder, 'certificates')}`,
    `--token-auth-file=${tokens}`,
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
  ]
}

const agent = new Agent({ rejectUnauthorized: false })

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = request(`${url}/readyz`, { agent, headers: { authorization: 'Bearer admin-token' } }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    sent.on('error', () => resolve(false))
    sent.end()
  })
}
