// Tries `generate ts` with the oldest TypeScript of the peer range, the newest that programs can call, and npm's latest: it has to
// work, or report what to install. Needs a build, and a registry; without one it prints a message and passes.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './public-entries.mjs'

const work = join(root, '.cache/compilers')
const source = `// +groupName=example.com
import type { ObjectMeta, TypeMeta } from 'apimachinery/meta/v1'
// +kubebuilder:resource
export interface Toy extends TypeMeta { metadata?: ObjectMeta; size?: string }
`
const refusal = 'needs a compiler that programs can call'

/** A project with the built package and one compiler; npm's output when there is none. */
function prepare(version) {
  const folder = join(work, version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'api/v1'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = spawnSync('npm', ['install', ...flags, `typescript@${version}`], { cwd: folder, encoding: 'utf8' })
  if (npm.status !== 0) return { folder, problem: npm.stderr }
  const packageFolder = join(folder, 'node_modules/apimachinery')
  mkdirSync(packageFolder)
  for (const name of ['dist', 'package.json']) cpSync(join(root, name), join(packageFolder, name), { recursive: true })
  // What the package depends on is here already; the compiler is the project's own.
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const target = join(folder, 'node_modules', name)
    if (name.startsWith('.') || name === 'typescript' || existsSync(target)) continue
    symlinkSync(join(root, 'node_modules', name), target)
  }
  writeFileSync(join(folder, 'api/v1/types.ts'), source)
  return { folder }
}

function generate(folder) {
  const command = join(folder, 'node_modules/apimachinery/dist/esm/cli/main.js')
  const args = ['generate', 'ts', '-i', 'api', '-o', 'out']
  const { status, stdout, stderr } = spawnSync(process.execPath, [command, ...args], { cwd: folder, encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

let failed = false
for (const [version, mayRefuse] of [
  ['5.4', false],
  ['6', false],
  ['latest', true],
]) {
  const { folder, problem } = prepare(version)
  if (problem !== undefined) {
    console.log(`typescript@${version}: not tried, npm says: ${problem.trim().split('\n')[0]}`)
    continue
  }
  const { status, output } = generate(folder)
  const refused = mayRefuse && status !== 0 && output.includes(refusal)
  const verdict = status === 0 ? 'works' : refused ? 'is refused in words' : `fails:\n${output}`
  console.log(`typescript@${version}: ${verdict}`)
  failed ||= status !== 0 && !refused
}
rmSync(work, { recursive: true, force: true })
process.exit(failed ? 1 : 0)
