import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = fileURLToPath(new URL('../../../.cache/server-interop-envtest-versions/', import.meta.url))
const sources = join(import.meta.dirname, 'envtest')

/** Those of controller-runtime that `ENVTEST_VERSIONS=all` means, one of each minor release. */
export const envtestVersions = [
  '0.16.1',
  '0.17.2',
  '0.18.5',
  '0.19.4',
  '0.20.4',
  '0.21.0',
  '0.22.5',
  '0.23.3',
  '0.24.1',
  '0.25.2',
] as const

/** The versions that `ENVTEST_VERSIONS` names, with spaces or commas between them. */
export function askedVersions(text = process.env.ENVTEST_VERSIONS ?? ''): readonly string[] {
  return text === 'all' ? envtestVersions : text.split(/[\s,]+/).filter((version) => version !== '')
}

/** Builds the program of `envtest/` with a version of controller-runtime and what that requires; the path of the executable. */
export async function buildEnvtest(version: string): Promise<string> {
  const folder = join(cache, version)
  mkdirSync(folder, { recursive: true })
  const module = join(folder, 'go.mod')
  const [head] = readFileSync(join(sources, 'go.mod'), 'utf8').split('require')
  writeFileSync(module, `${head}require sigs.k8s.io/controller-runtime v${version}\n`)
  const program = join(folder, 'envtest')
  const args = ['build', '-mod=mod', `-modfile=${module}`, ...tags(version), '-o', program, '.']
  await run('go', args, { cwd: sources, maxBuffer: 1 << 26 })
  return program
}

/** The webhook for conversion takes a registry since 0.23. */
function tags(version: string): readonly string[] {
  return Number(version.split('.')[1]) < 23 ? ['-tags=conversion_by_scheme'] : []
}
