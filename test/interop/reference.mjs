import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the Go program and returns where it lies. */
export function buildReference() {
  const folder = join(root, 'node_modules', '.cache', 'interop')
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'interop')
  execFileSync('go', ['build', '-o', program, '.'], { cwd: join(root, 'test/interop/go'), stdio: 'inherit' })
  return program
}

/** The Go program, kept open and asked one batch after another. */
export class Reference {
  #child
  #waiting = []

  constructor(program) {
    this.#child = spawn(program, [], { stdio: ['pipe', 'pipe', 'inherit'] })
    createInterface({ input: this.#child.stdout, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      this.#waiting.shift()?.resolve(JSON.parse(line))
    })
    this.#child.on('exit', (code) => {
      for (const { reject } of this.#waiting) reject(new Error(`the Go program ended with code ${code}`))
    })
  }

  /** Answers in the order of the requests. */
  ask(requests) {
    const answers = requests.map(() => new Promise((resolve, reject) => this.#waiting.push({ resolve, reject })))
    this.#child.stdin.write(requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
    return Promise.all(answers)
  }

  close() {
    this.#child.stdin.end()
  }
}
