import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.mjs'
import { HTTP2Load } from './http2-load.mjs'
import { projectRoot } from './modules.mjs'

const command = join(projectRoot, 'server/dist/cli/main.js')
const tell = new URL('./tell-usage.mjs', import.meta.url).href

/** Certificates and users of all commands of this process: only the first start makes them. */
let shared

function sharedFolder() {
  if (shared === undefined) {
    shared = mkdtempSync(join(tmpdir(), 'bench-command-'))
    process.on('exit', () => rmSync(shared, { recursive: true, force: true }))
    writeFileSync(join(shared, 'users.csv'), 'token,admin,,"system:masters"\n')
  }
  return shared
}

/** The command `apimachinery-server` in a process of its own, and a connection to it: a {@link ServerProcess} as users start it. */
export class ServerCommand {
  #child
  /** The process when it was ready: `startedIn` (ms), `cpu` (µs), `rss` (bytes). */
  ready
  connection

  constructor(started, port) {
    this.#child = started
    this.connection = new HTTP2Load(port)
  }

  /** `store`: memory or embedded, in the folder `place`. */
  static async start(store, place) {
    const folder = sharedFolder()
    const port = await freePort()
    // Node reads further authorities before anything else runs, which is none of the server's start.
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
    const flags = [`--secure-port=${port}`, `--cert-dir=${folder}`, `--token-auth-file=${join(folder, 'users.csv')}`]
    flags.push('--authorization-mode=RBAC', '--disable-admission-plugins=ServiceAccount')
    flags.push(store === 'memory' ? '--memory' : `--data-dir=${place}`)
    const started = fork(command, flags, {
      execArgv: ['--import', tell],
      env,
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    })
    const kill = () => started.kill('SIGKILL')
    process.on('exit', kill)
    started.once('exit', () => process.off('exit', kill))
    await new Promise((resolve, reject) => {
      started.stdout.once('data', resolve)
      started.once('exit', (code) => reject(new Error(`the command ended with code ${code}`)))
    })
    const server = new ServerCommand(started, port)
    // Each question makes the server run all its checks, which counts as well.
    while ((await server.connection.request({ path: '/readyz' })).status !== 200)
      await new Promise((resolve) => setTimeout(resolve, 100))
    server.ready = await server.usage()
    return server
  }

  /** CPU time so far, in µs, and resident memory, in bytes. */
  usage() {
    return new Promise((resolve) => {
      this.#child.once('message', resolve)
      this.#child.send('usage')
    })
  }

  /** Resident memory, in bytes, after some idle seconds. */
  async idle() {
    await new Promise((resolve) => setTimeout(resolve, 8000))
    return (await this.usage()).rss
  }

  /** Ends the process, and what it has in its store is on disk. */
  async stop() {
    this.connection.close()
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    await ended
  }
}
