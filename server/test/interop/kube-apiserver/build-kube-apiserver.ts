import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Release } from 'apimachinery/api/releases'

const run = promisify(execFile)

/** Where the programs are: a folder for each version, which `KUBE_APISERVER_FOLDER` may name. */
export const programs: string =
  process.env.KUBE_APISERVER_FOLDER ?? fileURLToPath(new URL('../../../../.cache/kube-apiserver', import.meta.url))

/** The kube-apiserver of a release; undefined where it was not built. */
export function builtProgram({ version }: Release): string | undefined {
  const program = join(programs, version, 'kube-apiserver')
  return existsSync(program) ? program : undefined
}

const main = `package main

import (
	"os"
	_ "time/tzdata"

	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

func main() { os.Exit(cli.Run(app.NewAPIServerCommand())) }
`

/**
 * Builds the kube-apiserver of a release, unless it is there, from the published module `k8s.io/kubernetes`: that takes some minutes.
 *
 * @throws Error where Go is missing, or does not build it.
 */
export async function buildKubeAPIServer(release: Release): Promise<string> {
  const built = builtProgram(release)
  if (built !== undefined) return built
  if (spawnSync('go', ['version']).status !== 0) throw new Error('there is no Go to build kube-apiserver with')
  const cwd = join(programs, release.version)
  mkdirSync(cwd, { recursive: true })
  // A release may need a newer Go than is installed.
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: process.env.GOTOOLCHAIN ?? 'auto' }
  const go = async (...args: string[]): Promise<string> =>
    (await run('go', args, { cwd, env, maxBuffer: 1 << 26 })).stdout
  writeFileSync(join(cwd, 'main.go'), main)
  writeFileSync(join(cwd, 'go.mod'), 'module kubeapiserver\n')
  const downloaded = JSON.parse(await go('mod', 'download', '-json', `k8s.io/kubernetes@v${release.version}`)) as {
    GoMod: string
  }
  writeFileSync(join(cwd, 'go.mod'), moduleFor(release, readFileSync(downloaded.GoMod, 'utf8')))
  await go('mod', 'tidy')
  await go('build', '-trimpath', '-o', 'kube-apiserver', '-ldflags', linkerFlags(release), '.')
  return join(cwd, 'kube-apiserver')
}

/** The module refers to folders of its repository for what is also published, with a zero as major version. */
function moduleFor({ version }: Release, upstream: string): string {
  const language = upstream.split('\n').filter((line) => /^(go|godebug) /.test(line))
  const staging = [...upstream.matchAll(/^\s+(k8s\.io\/[a-z-]+) => \.\/staging/gm)].map(([, name]) => name as string)
  const replaced = staging.map((name) => `\t${name} => ${name} v${version.replace(/^1\./, '0.')}`)
  return [
    'module kubeapiserver',
    ...language,
    `require k8s.io/kubernetes v${version}`,
    'replace (',
    ...replaced,
    ')',
    '',
  ].join('\n')
}

/** What `/version` says; the defaults of the modules have no release. */
function linkerFlags({ version, minor }: Release): string {
  const facts = {
    gitVersion: `v${version}`,
    gitMajor: '1',
    gitMinor: String(minor),
    gitTreeState: 'clean',
    gitCommit: '0'.repeat(40),
    buildDate: '1970-01-01T00:00:00Z',
  }
  const settings = Object.entries(facts).map(([name, value]) => `-X k8s.io/component-base/version.${name}=${value}`)
  return ['-s', '-w', ...settings].join(' ')
}
