import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../../.cache/', import.meta.url))

/** Whether programs in Go are to be built: that takes minutes the first time. */
export const withGo = process.env.INTEROP === '1' && spawnSync('go', ['version']).status === 0

/** Builds the program in a folder beside this file; the path of the executable, which has a name of its own or that given. */
export async function buildGo(folder: string, name?: string): Promise<string> {
  const under = `server-interop-${folder.replaceAll('/', '-')}`
  const program = name === undefined ? join(cache, under) : join(cache, under, name)
  mkdirSync(dirname(program), { recursive: true })
  const cwd = fileURLToPath(new URL(folder, import.meta.url))
  await run('go', ['build', '-o', program, '.'], { cwd, maxBuffer: 1 << 26 })
  return program
}

/** The report of a program about one step. */
export interface Check {
  readonly check: string
  readonly ok: boolean
  readonly error?: string
  readonly facts?: Readonly<Record<string, unknown>>
}

/** A program that prints a line of JSON for each {@link Check}, and is ended with `kill`. */
export class CheckingProgram {
  readonly checks: Check[] = []
  readonly ended: Promise<number | null>
  readonly #child: ReturnType<typeof spawn>
  #log = ''

  constructor(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
    const child = spawn(program, args, {
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    createInterface({ input: child.stdout }).on('line', (line) => this.checks.push(JSON.parse(line) as Check))
    child.stderr.on('data', (text) => {
      this.#log = (this.#log + String(text)).slice(-20_000)
    })
    this.ended = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
  }

  /** The end of what it logged. */
  get log(): string {
    return this.#log
  }

  /** Waits until it ends by itself; throws with its log where a check failed. */
  async finished(): Promise<readonly Check[]> {
    const code = await this.ended
    const failed = this.checks.filter(({ ok }) => !ok)
    if (code !== 0 || failed.length > 0) {
      throw new Error(`exit code ${code}: ${JSON.stringify(failed, null, 1)}\n${this.#log}`)
    }
    return this.checks
  }

  async kill(): Promise<void> {
    this.#child.kill()
    await this.ended
  }
}
