import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const folder = mkdtempSync(join(tmpdir(), 'action-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const action = join(import.meta.dirname, '../../action')

/** Stands for a runner: runs a step of the action with files for what it hands on. */
function step(file: string, environment: Record<string, string>): string {
  const files = Object.fromEntries(
    ['GITHUB_ENV', 'GITHUB_OUTPUT', 'GITHUB_STATE'].map((name) => [name, join(folder, name)]),
  )
  for (const path of Object.values(files)) writeFileSync(path, '', { flag: 'a' })
  const env = { ...process.env, ...files, RUNNER_TEMP: folder, ...environment }
  return execFileSync(process.execPath, [join(action, file)], { env, encoding: 'utf8' })
}

const handed = (file: string): Record<string, string> =>
  Object.fromEntries(
    readFileSync(join(folder, file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )

/** Stands for the server: says what it says at its start, and keeps its arguments. */
const pretendedServer = `
const { writeFileSync } = require('node:fs')
const words = process.argv.slice(2)
const value = (name) => words.find((word) => word.startsWith('--' + name + '=')).split('=')[1]
writeFileSync(value('control-token-file'), 'secret\\n')
writeFileSync(value('data-dir') + '.words', JSON.stringify(words))
console.log('serving on https://127.0.0.1:1, data in x\\n\\n  export KUBECONFIG=/kube/config\\n')
console.log('control API on http://127.0.0.1:2, token in x')
setInterval(() => {}, 1000)
`

describe('the action', () => {
  const inputs = {
    INPUT_CONTROLLERS: '*',
    INPUT_NODES: '2',
    INPUT_RELEASE: '1.36',
    INPUT_FLAGS: '--v=2',
    'INPUT_REQUEST-LOG': 'log',
  }

  it('starts a server with the inputs, and hands on where it is', () => {
    const program = join(folder, 'server.cjs')
    writeFileSync(program, pretendedServer)
    const output = step('start.mjs', { ...inputs, INPUT_COMMAND: `${process.execPath} ${program}` })
    expect(output).toContain('::add-mask::secret')
    expect(handed('GITHUB_ENV')).toEqual({
      KUBECONFIG: '/kube/config',
      APIMACHINERY_CONTROL: 'http://127.0.0.1:2',
      APIMACHINERY_CONTROL_TOKEN: 'secret',
    })
    const words = JSON.parse(readFileSync(join(folder, 'apimachinery-server/data.words'), 'utf8')) as string[]
    expect(words).toEqual(
      expect.arrayContaining(['--memory', '--controllers=*', '--nodes=2', '--emulated-version=1.36', '--v=2']),
    )
    expect(words.some((word) => word.startsWith('--audit-log-path='))).toBe(true)
  })

  it('stops the server at the end', () => {
    const { pid, folder: place } = handed('GITHUB_STATE')
    expect(() => process.kill(Number(pid), 0)).not.toThrow()
    step('stop.mjs', { STATE_pid: pid!, STATE_folder: place! })
    expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH')
  })

  it('says why a server does not start', () => {
    const program = join(folder, 'failing.cjs')
    writeFileSync(program, "console.error('Error: no such flag'); process.exit(3)")
    let output = ''
    try {
      step('start.mjs', { INPUT_COMMAND: `${process.execPath} ${program}` })
    } catch (error) {
      output = (error as { stdout: string }).stdout
    }
    expect(output).toContain('::error::the server ended with 3:%0AError: no such flag')
  })

  it('declares the inputs that it reads', () => {
    const { inputs: declared } = parse(readFileSync(join(action, 'action.yml'), 'utf8')) as { inputs: object }
    const sources = ['start.mjs', 'stop.mjs'].map((file) => readFileSync(join(action, file), 'utf8')).join('')
    const read = [...sources.matchAll(/input\('([a-z-]+)'\)/g)].map(([, name]) => name)
    expect([...new Set(read)].sort()).toEqual(Object.keys(declared).sort())
  })
})
