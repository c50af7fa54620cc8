import { execFileSync, fork, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { projectRoot } from './modules.mjs'

const childFile = (name) => fileURLToPath(new URL(`../children/${name}.mjs`, import.meta.url))

/** A program that is asked one thing after another. */
class ClientProcess {
  #send
  #waiting

  constructor(child, send) {
    this.#send = send
    child.once('exit', (code) => this.#answer({ error: `the client ended with code ${code}` }))
    process.on('exit', () => child.kill('SIGKILL'))
  }

  answered(message) {
    this.#answer(message)
  }

  /** CPU and wall time (µs) of doing an operation so many times, heap and resident memory (bytes) after it. */
  async measure(operation, times) {
    const result = await new Promise((resolve) => {
      this.#waiting = resolve
      this.#send({ operation, times })
    })
    if (result.error !== undefined && result.error !== '') throw new Error(`${operation}: ${result.error}`)
    return result
  }

  /** The CPU profile of doing an operation so many times; clients of Node only. */
  async profile(operation, times) {
    const { profile, error } = await new Promise((resolve) => {
      this.#waiting = resolve
      this.#send({ operation, times, profile: true })
    })
    if (error) throw new Error(`${operation}: ${error}`)
    return profile
  }

  #answer(message) {
    this.#waiting?.(message)
    this.#waiting = undefined
  }
}

/** Starts a child that reports its port. */
export async function startServerChild(name, args = []) {
  const child = fork(childFile(name), args)
  process.on('exit', () => child.kill('SIGKILL'))
  return new Promise((resolve, reject) => {
    child.once('message', ({ port }) => resolve(port))
    child.once('exit', (code) => reject(new Error(`${name} ended with code ${code}`)))
  })
}

/** A client of Node in a process of its own. */
export async function startClient(name, ports) {
  const child = fork(childFile('client-load'), [name, ...ports.map(String)], {
    execArgv: ['--expose-gc', ...(process.env.BENCH_NODE_OPTIONS ?? '').split(' ').filter(Boolean)],
  })
  const client = new ClientProcess(child, (message) => child.send(message))
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`the client ${name} ended with code ${code}`)))
  })
  child.on('message', (message) => client.answered(message))
  return client
}

/** Whether a peer is installed. */
export function hasPeer(name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** client-go in a program of its own on one processor, or undefined (with a note) where Go or its modules are missing. */
export function startGoClient(ports) {
  const folder = join(projectRoot, 'node_modules/.cache/interop')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'bench-client')
  try {
    execFileSync('go', ['build', '-o', file, '.'], { cwd: join(projectRoot, 'bench/go'), stdio: 'pipe' })
  } catch (error) {
    console.error(`client-go is left out: ${String(error.stderr ?? error.message).split('\n')[0]}`)
    return undefined
  }
  const env = { ...process.env, GOMAXPROCS: '1' }
  const child = spawn(file, ports.map(String), { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const client = new ClientProcess(child, (message) => child.stdin.write(`${JSON.stringify(message)}\n`))
  createInterface({ input: child.stdout }).on('line', (line) => client.answered(JSON.parse(line)))
  return client
}
