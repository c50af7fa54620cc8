import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { earlyAnswer } from '../../src/cli/early-answer.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))

describe('an answer before a start', () => {
  it('is the version, as kube-apiserver prints it', () => {
    expect(earlyAnswer(['--version'])).toBe('Kubernetes v1.37.2\n')
    expect(earlyAnswer(['--emulated-version=kube=1.36', '--version'])).toBe('Kubernetes v1.36.3\n')
    expect(earlyAnswer(['--version=raw'])).toMatch(
      /^version\.Info\{Major:"1", Minor:"37", EmulationMajor:"1", .*GitVersion:"v1\.37\.2", .*Platform:"[a-z0-9/]+"\}\n$/,
    )
  })

  it('is help before the version, and nothing for what starts a server', () => {
    expect(earlyAnswer(['--version', '--help'])).toMatch(/^Usage: /)
    expect(earlyAnswer(['-h'])).toMatch(/--etcd-servers strings/)
    expect(earlyAnswer(['-h'])).toMatch(/\n {16}kube:AllAlpha=true\|false \(ALPHA - default=false\)\n/)
    expect(earlyAnswer(['-h'])).toContain(
      'kube:DRAFractionalCapacityRange=true|false (BETA - default=false), or DRAFractionalCapacityRange=true|false (BETA - default=true) if --min-compatibility-version>=1.37\n',
    )
    const emulated = earlyAnswer(['-h', '--emulated-version=1.36'])
    expect(emulated).toContain('kube:HPAScaleToZero=true|false (ALPHA - default=false)\n')
    expect(emulated).not.toContain('DRAFractionalCapacityRange')
    expect(earlyAnswer(['--memory', '--version=false'])).toBeUndefined()
  })
})

describe('the command', () => {
  let folder: string
  let output: Metafile['outputs']
  beforeAll(async () => {
    mkdirSync(join(root, '.cache'), { recursive: true })
    folder = mkdtempSync(join(root, '.cache/early-'))
    // What is imported at run time stays a file of its own, so that it is seen whether it is loaded.
    const { metafile } = await build({
      entryPoints: [join(root, 'server/src/cli/main.ts')],
      outdir: folder,
      bundle: true,
      splitting: true,
      metafile: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      // Other commands are loaded when they are asked for.
      external: ['./run-process.js', './ctl/run-ctl.js', './envtest/*', './health-command.js'],
    })
    output = metafile.outputs
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, 'run-process.js'), 'export const runProcess = () => console.log("loaded")\n')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const run = (...args: string[]) => {
    const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, 'main.js'), ...args], {
      encoding: 'utf8',
    })
    return { stdout, stderr, status }
  }

  it('loads a few modules for an answer that needs no server', () => {
    const inputs = Object.values(output).flatMap(({ inputs }) => Object.keys(inputs))
    expect(inputs.length).toBeLessThan(40)
    const packages = Object.values(output).flatMap(({ imports }) => imports.map(({ path }) => path))
    expect(packages.filter((path) => !path.startsWith('node:')).sort()).toEqual([
      './ctl/run-ctl.js',
      './envtest/envtest-assets.js',
      './envtest/etcd-stand-in.js',
      './health-command.js',
      './run-process.js',
    ])
    expect(run('--help')).toMatchObject({ status: 0, stderr: '', stdout: expect.stringMatching(/^Usage: /) })
    expect(run('--version').stdout).toBe('Kubernetes v1.37.2\n')
  })

  it('says what is wrong with its flags without loading more', () => {
    const wrong = { status: 1, stdout: '', stderr: expect.stringMatching(/^Error: unknown flag: --none/) }
    expect(run('--none')).toEqual(wrong)
    expect(run('--secure-port=x').stderr).toMatch(/^Error: invalid argument "x" for "--secure-port" flag/)
  })

  it('loads the rest for a server', () => {
    expect(run('--memory').stdout).toBe('loaded\n')
  })
})
