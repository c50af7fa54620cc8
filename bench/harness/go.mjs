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

/** An operation of Go: `ask` gets the context, whose `go` is the program, and puts a question to it that is measured. */
export function goMeasured(name, baseline, ask) {
  return {
    name,
    baseline,
    when: ({ go }) => go !== undefined && go !== null,
    async measure(context) {
      const { ns, error } = await ask(context)
      if (error !== undefined) throw new Error(`Go: ${error}`)
      return Number(ns) / 1e6
    },
  }
}

/** An operation that Go measures, as `test/interop/go/bench.go` understands it. The `go` of the context is the program. */
export function goOperation(name, baseline, request) {
  return goMeasured(name, baseline, ({ go }) => go.ask(request))
}

/**
 * An operation of Go on a document: `document` gives its bytes from the context, `load` says how they are read (format,
 * unstructured, strict). What is measured is `request`; unless that says otherwise, reading.
 */
export function goOnDocument(name, baseline, { document, load, request = { op: 'bench.codec', ...load } }) {
  let isLoaded = false
  return goMeasured(name, baseline, async (context) => {
    if (!isLoaded) {
      const in64 = Buffer.from(document(context)).toString('base64')
      const { error } = await context.go.ask({ op: 'bench.load', name, ...load, in64 })
      if (error !== undefined) throw new Error(`Go: ${error}`)
      isLoaded = true
    }
    return context.go.ask({ ...request, name })
  })
}

/** Reading and writing a document in Go, in one format. */
export function goCodec({ decode, encode, suffix = '' }, { document, format }) {
  return [
    ...(decode === undefined ? [] : [goOnDocument(`Go decode${suffix}`, decode, { document, load: { format } })]),
    ...(encode === undefined
      ? []
      : [
          goOnDocument(`Go encode${suffix}`, encode, {
            document,
            load: { format },
            request: { op: 'bench.codec', to: format },
          }),
        ]),
  ]
}
