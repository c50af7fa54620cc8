import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const packages = [
  { folder: '.', command: 'apimachinery', program: 'dist/esm/cli/main.js' },
  { folder: 'client', command: 'apimachinery-client', program: 'dist/cli/main.js' },
  { folder: 'server', command: 'apimachinery-server', program: 'dist/cli/main.js' },
]

describe.each(packages)('the command of $folder', ({ folder, command, program }) => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>
    readonly files: readonly string[]
  }
  const [[name = '', path = ''] = [], ...others] = Object.entries(manifest.bin)

  let installed = ''
  beforeEach(() => {
    installed = mkdtempSync(join(tmpdir(), 'package-'))
    mkdirSync(join(installed, 'bin'))
    copyFileSync(join(folder, path), join(installed, path))
    writeFileSync(join(installed, 'package.json'), '{"type":"module"}')
  })
  afterEach(() => rmSync(installed, { recursive: true }))

  const call = (...args: string[]) =>
    spawnSync(process.execPath, [join(installed, path), ...args], { encoding: 'utf8', env: {} })

  it('is the only one, so that npx finds it by the name of the package', () => {
    expect([name, others]).toEqual([command, []])
  })

  it('is a file that exists before a build, for npm links no others', () => {
    expect(path).toBe(`bin/${command}.js`)
    expect(manifest.files).toContain('bin')
    expect(statSync(join(folder, path)).mode & 0o111).toBe(0o111)
  })

  it('says what is missing before a build', () => {
    expect(call('--help')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: `${command} is not built yet: npm run build\n`,
    })
  })

  it('runs what was built, with its arguments', () => {
    mkdirSync(dirname(join(installed, program)), { recursive: true })
    writeFileSync(
      join(installed, program),
      'console.log(JSON.stringify(process.argv.slice(2)))\nprocess.exitCode = 7\n',
    )
    expect(call('a', '--b=c')).toMatchObject({ status: 7, stdout: '["a","--b=c"]\n', stderr: '' })
  })
})
