import { type ChildProcess, spawn } from 'node:child_process'
import { Agent, get } from 'node:https'
import { EtcdServer, freePort } from '../../storage/kv/etcd/etcd-server.js'
import { ConversionHook } from './conversion-hook.js'
import type { Target } from './run-scenario.js'

/** A server over `k8s.io/apiextensions-apiserver`, with an etcd of its own. */
export class GoServer {
  readonly #etcd: EtcdServer
  readonly #process: ChildProcess
  readonly target: Target

  private constructor(etcd: EtcdServer, child: ChildProcess, { port, hook }: { port: number; hook: ConversionHook }) {
    this.#etcd = etcd
    this.#process = child
    const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
    this.target = {
      url: `https://127.0.0.1:${port}`,
      agent,
      headers: {},
      settle: 1000,
      quiet: 1000,
      patience: 30_000,
      hook,
    }
  }

  /** Starts the program of the folder `go` with feature gates as in `A=true`, and waits until it serves. */
  static async start(program: string, gates = ''): Promise<GoServer> {
    const etcd = await EtcdServer.start()
    const port = await freePort()
    const hook = await ConversionHook.start()
    const address = `${hook.address.host}:${hook.address.port}`
    const child = spawn(program, [String(port), etcd.endpoint, address, ...(gates === '' ? [] : [gates])], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let log = ''
    child.stderr.on('data', (text) => {
      log = (log + String(text)).slice(-5000)
    })
    const server = new GoServer(etcd, child, { port, hook })
    const end = () => child.kill('SIGKILL')
    process.once('exit', end)
    child.once('exit', () => process.off('exit', end))
    for (let attempt = 0; !(await server.#isReady()); attempt++) {
      if (attempt === 600 || child.exitCode !== null) throw new Error(`the server in Go does not start: ${log}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return server
  }

  async stop(): Promise<void> {
    this.target.agent.destroy()
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    await ended
    await this.#etcd.stop()
    await this.target.hook.stop()
  }

  async #isReady(): Promise<boolean> {
    return new Promise((resolve) => {
      const sent = get(`${this.target.url}/readyz`, { agent: this.target.agent as Agent }, (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      })
      sent.on('error', () => resolve(false))
    })
  }
}
