import { execFile, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const installed = fileURLToPath(new URL('../../../test/kubectl/bin/', import.meta.url))
const askVersion = { kubectl: ['version', '--client'], helm: ['version'] }

/** What a run of a program printed. */
export interface Output {
  readonly out: string
  readonly error: string
  readonly failed: boolean
}

/** The program in the environment variable of its name, else that of `test/kubectl`, else that in PATH; undefined where there is none. */
export function findProgram(name: keyof typeof askVersion): string | undefined {
  const named = process.env[name.toUpperCase()]
  const candidates = named !== undefined ? [named] : [`${installed}${name}`, name]
  return candidates.find((path) => spawnSync(path, askVersion[name], { timeout: 20_000 }).status === 0)
}

/** Runs of one program with the same environment. */
export class Session {
  readonly program: string
  readonly environment: NodeJS.ProcessEnv

  constructor(program: string, environment: NodeJS.ProcessEnv) {
    this.program = program
    this.environment = { ...process.env, ...environment }
  }

  run(...args: string[]): Promise<Output> {
    return new Promise((resolve) => {
      execFile(this.program, args, { env: this.environment, timeout: 60_000 }, (failure, out, error) =>
        resolve({ out, error, failed: failure !== null }),
      )
    })
  }

  /** What it prints; throws what it complains about. */
  async ok(...args: string[]): Promise<string> {
    const { out, error, failed } = await this.run(...args)
    if (failed) throw new Error(`${this.program} ${args.join(' ')}: ${error}`)
    return out.trim()
  }
}
