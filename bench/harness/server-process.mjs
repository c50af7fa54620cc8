import { fork, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.mjs'
import { HTTP2Load } from './http2-load.mjs'

const fileOf = (child) => fileURLToPath(new URL(`../children/${child}.mjs`, import.meta.url))

/** A server in a process of its own, and a connection to it. */
export class ServerProcess {
  #child
  /** What the process reported when it was ready: `port`, `startedIn` (ms), `cpu` (µs), `rss` (bytes). */
  ready
  connection

  constructor(started, ready) {
    this.#child = started
    this.ready = ready
    this.connection = new HTTP2Load(ready.port)
  }

  /** An API server. `store`: memory, embedded or etcd; `place`: the folder or the endpoint of the store. */
  static start(store, place = '') {
    return ServerProcess.#start('api-server', [store, place])
  }

  /** Node by itself: what `children/bare-server.mjs` answers. */
  static startBare() {
    return ServerProcess.#start('bare-server', [])
  }

  static async #start(child, args) {
    const started = fork(fileOf(child), args, { execArgv: [] })
    process.on('exit', () => started.kill('SIGKILL'))
    const ready = await new Promise((resolve, reject) => {
      started.once('message', resolve)
      started.once('exit', (code) => reject(new Error(`${child} ${args.join(' ')} ended with code ${code}`)))
    })
    return new ServerProcess(started, ready)
  }

  /** CPU time so far, in µs, and resident memory, in bytes. */
  usage() {
    return this.#ask('usage')
  }

  /** CPU profile of what `run` makes the server do. */
  async profile(run) {
    await this.#ask('profile')
    await run()
    return (await this.#ask('end of profile')).profile
  }

  /** Ends the process, and what it has in its store is on disk. */
  async stop() {
    this.connection.close()
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.send('stop')
    await ended
  }

  #ask(question) {
    return new Promise((resolve) => {
      this.#child.once('message', resolve)
      this.#child.send(question)
    })
  }
}

/** The endpoint of an etcd that lives as long as this process; undefined where none is installed. */
export async function startEtcd() {
  if (spawnSync('etcd', ['--version']).status !== 0) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'bench-etcd-'))
  const [client, peer] = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`]
  const flags = [`--data-dir=${folder}`, `--listen-client-urls=${client}`, `--advertise-client-urls=${client}`]
  flags.push(`--listen-peer-urls=${peer}`, `--initial-advertise-peer-urls=${peer}`, `--initial-cluster=default=${peer}`)
  const etcd = spawn('etcd', flags, { stdio: 'ignore' })
  process.on('exit', () => {
    etcd.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return client
}
