import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { projectRoot } from './modules.mjs'

/** The Go program of `test/interop` on one core, kept open and asked one thing after another. */
class GoProgram {
  #child
  #waiting = []

  constructor(program) {
    this.#child = spawn(program, [], {
      env: { ...process.env, GOMAXPROCS: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    createInterface({ input: this.#child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      this.#waiting.shift()(JSON.parse(line))
      this.#keepProcess(false)
    })
    this.#keepProcess(false)
  }

  /** The process ends when nothing but this program is left, unless an answer is awaited. */
  #keepProcess(keep) {
    for (const handle of [this.#child, this.#child.stdin, this.#child.stdout]) handle[keep ? 'ref' : 'unref']()
  }

  ask(request) {
    this.#keepProcess(true)
    return new Promise((resolve) => {
      this.#waiting.push(resolve)
      this.#child.stdin.write(`${JSON.stringify(request)}\n`)
    })
  }
}

let program

/** Go's own code, or undefined (with a note) where Go or its modules are missing. */
export function goProgram() {
  if (program === undefined) {
    try {
      const folder = join(projectRoot, 'node_modules/.cache/interop')
      mkdirSync(folder, { recursive: true })
      const file = join(folder, 'interop')
      execFileSync('go', ['build', '-o', file, '.'], { cwd: join(projectRoot, 'test/interop/go'), stdio: 'pipe' })
      program = new GoProgram(file)
    } catch (error) {
      console.error(`Go is left out: ${String(error.stderr ?? error.message).split('\n')[0]}`)
      program = null
    }
  }
  return program ?? undefined
}

/**
 * An operation that Go measures: `prepare` gives the request of `bench.codec` from the context of the workload, whose `go`
 * is the program. Milliseconds a call.
 */
export function goOperation(name, baseline, prepare) {
  let request
  return {
    name,
    baseline,
    when: ({ go }) => go !== undefined,
    async measure(context) {
      if (request === undefined) {
        request = prepare(context)
        const { error } = await context.go.ask({ op: 'bench.load', ...request })
        if (error !== undefined) throw new Error(`Go: ${error}`)
      }
      const { in64, in: _, ...rest } = request
      return Number((await context.go.ask({ op: 'bench.codec', ...rest })).ns) / 1e6
    },
  }
}
