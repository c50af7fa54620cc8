import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Ports of the server under attack; `calm` has ordinary limits and is for the witness. */
export interface Ports {
  readonly plain: number
  readonly secure: number
  readonly calm: number
}

/** How the server under attack is. */
export interface VictimState {
  /** Bytes that live after a garbage collection. */
  readonly held: number
  /** Bytes that the process had resident at its worst. */
  readonly peak: number
  /** Open sockets. */
  readonly sockets: number
  /** Reports whether a prototype has other properties than at the start. */
  readonly polluted: boolean
  /** Uncaught exceptions and rejections. */
  readonly failures: readonly string[]
}

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** A server in a process of its own. */
export class Victim {
  readonly #child: ChildProcess
  readonly #lines: AsyncIterator<string>
  readonly ports: Ports

  private constructor(child: ChildProcess, lines: AsyncIterator<string>, ports: Ports) {
    this.#child = child
    this.#lines = lines
    this.ports = ports
  }

  static async start(): Promise<Victim> {
    const program = fileURLToPath(new URL('victim-program.ts', import.meta.url))
    const child = spawn(process.execPath, ['scripts/run-source.mjs', program], {
      cwd: root,
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
    const ports = await ask<Ports>(child, lines, 'ports')
    return new Victim(child, lines, ports)
  }

  state(): Promise<VictimState> {
    return ask(this.#child, this.#lines, 'state')
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.stdin?.end()
    const timer = setTimeout(() => this.#child.kill(), 20_000)
    await gone
    clearTimeout(timer)
  }
}

async function ask<T>(child: ChildProcess, lines: AsyncIterator<string>, word: string): Promise<T> {
  child.stdin?.write(`${word}\n`)
  const { value, done } = await lines.next()
  if (done === true) throw new Error('the server under attack has ended')
  return JSON.parse(value) as T
}
