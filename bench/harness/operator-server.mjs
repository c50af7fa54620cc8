import { fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HTTP2Load, load } from './http2-load.mjs'

/** How many ConfigMaps the operators look after. */
export const objects = 5000
export const namespace = 'default'
const path = `/api/v1/namespaces/${namespace}/configmaps`
const child = fileURLToPath(new URL('../children/api-server.mjs', import.meta.url))
const nameOf = (index) => `map-${String(index).padStart(5, '0')}`

/** An API server in a process of its own with ConfigMaps in it, which can be killed and started again. */
export class OperatorServer {
  #folder = mkdtempSync(join(tmpdir(), 'bench-operators-'))
  #process
  #connection
  #pending = new Map()
  #changes = 0
  #closeWatch
  port = 0

  static async start() {
    const server = new OperatorServer()
    process.on('exit', () => server.#remove())
    await server.startAgain()
    const make = (index) => {
      const data = { wanted: '0', done: '0', text: 'x'.repeat(1000) }
      const body = JSON.stringify({ metadata: { name: nameOf(index), labels: { app: 'bench' } }, data })
      return { method: 'POST', path, headers: { 'content-type': 'application/json' }, body, text: true }
    }
    await load(server.#connection, { times: objects, concurrency: 16, make })
    return server
  }

  /** A kubeconfig that leads to the server. */
  get kubeconfig() {
    const file = join(this.#folder, 'kubeconfig')
    const cluster = { server: `https://127.0.0.1:${this.port}`, 'insecure-skip-tls-verify': true }
    const config = {
      ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'bench' },
      clusters: [{ name: 'bench', cluster }],
      users: [{ name: 'bench', user: { token: 'token' } }],
      contexts: [{ name: 'bench', context: { cluster: 'bench', user: 'bench', namespace } }],
    }
    writeFileSync(file, JSON.stringify(config))
    return file
  }

  /** Changes so many objects, each another one. Resolves when the operator has followed all. */
  async change(count) {
    const value = String(++this.#changes)
    const followed = Array.from({ length: count }, (_, index) => this.#followed(nameOf(index), value))
    const make = (index) => ({
      ...{ method: 'PATCH', path: `${path}/${nameOf(index)}`, text: true },
      headers: { 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ data: { wanted: value } }),
    })
    await load(this.#connection, { times: count, concurrency: 16, make })
    await Promise.all(followed)
  }

  /** Ends without a word, as a machine does that loses power. */
  async kill() {
    this.#closeWatch()
    this.#connection.close()
    const gone = new Promise((resolve) => this.#process.once('exit', resolve))
    this.#process.kill('SIGKILL')
    await gone
  }

  /** Resolves when the server is ready. */
  async startAgain() {
    const env = { ...process.env, BENCH_FOLDER: this.#folder, BENCH_PORT: String(this.port) }
    this.#process = fork(child, ['embedded'], { env, execArgv: [] })
    const first = await new Promise((resolve, reject) => {
      this.#process.once('message', resolve)
      this.#process.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)))
    })
    this.port = first.port
    this.#connection = new HTTP2Load(first.port)
    this.#watch()
  }

  #followed(name, value) {
    return new Promise((resolve) => this.#pending.set(name, { value, resolve }))
  }

  #watch() {
    let rest = ''
    this.#closeWatch = this.#connection.stream(`${path}?watch=1`, (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()
      for (const line of lines) this.#accept(JSON.parse(line).object)
    })
  }

  #accept({ metadata, data }) {
    const pending = this.#pending.get(metadata.name)
    if (pending === undefined || data?.done !== pending.value) return
    this.#pending.delete(metadata.name)
    pending.resolve()
  }

  #remove() {
    this.#process.kill('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
