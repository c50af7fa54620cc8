import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from './modules.mjs'

const folder = fileURLToPath(new URL('../children/operators/', import.meta.url))

/** A program of the folder of operators, as a command. */
export function nodeProgram(file) {
  return { file: process.execPath, args: [join(folder, file)] }
}

export function peerIsInstalled(name) {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    console.error(`${name} is left out; \`npm ci --prefix bench\` installs the peers`)
    return false
  }
}

/** The operator in Go as a command, or undefined (with a note) where Go or its modules are missing. */
export function buildGoOperator() {
  const built = join(projectRoot, 'node_modules/.cache/bench-operator')
  try {
    mkdirSync(built, { recursive: true })
    execFileSync('go', ['build', '-o', join(built, 'operator'), '.'], { cwd: join(folder, 'go'), stdio: 'pipe' })
    return { file: join(built, 'operator'), args: [] }
  } catch (error) {
    console.error(`Go is left out: ${String(error.stderr ?? error.message).split('\n')[0]}`)
    return undefined
  }
}
