import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What a program wrote, and how it ended. */
export interface Outcome {
  readonly status: number | null
  readonly output: string
}

const cwd = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a program in a Node of its own, where no code may be made from strings. */
export function runStrictly(program: string, flags: readonly string[] = ['--input-type=module']): Outcome {
  const all = ['--disallow-code-generation-from-strings', ...flags, '--eval', program]
  const child = spawnSync(process.execPath, all, { cwd, encoding: 'utf8' })
  return { status: child.status, output: child.stdout + child.stderr }
}

/** Runs a script where nothing is left of Node but what browsers have, too. Its result is what `globalThis.answer` resolves to. */
export function runWithoutNode(file: string): Outcome {
  return runStrictly(
    `const { runInThisContext } = require('node:vm')
    const script = require('node:fs').readFileSync(${JSON.stringify(file)}, 'utf8')
    const { stdout } = process
    const nodes = ['process', 'Buffer', 'global', 'require', 'setImmediate', 'clearImmediate']
    for (const name of nodes) delete globalThis[name]
    runInThisContext(script)
    globalThis.answer.then(
      (answer) => stdout.write(JSON.stringify({ node: nodes.filter((name) => name in globalThis), answer })),
      (error) => stdout.write(String(error.stack)),
    )`,
    ['--input-type=commonjs'],
  )
}
