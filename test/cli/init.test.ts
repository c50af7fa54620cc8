import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { operatorNames } from '../../cli/init/operator-names.js'
import { run } from '../../cli/run.js'

let cwd: string
let written: string[]
let warned: string[]
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'init-'))
  written = []
  warned = []
})
afterEach(() => rmSync(cwd, { recursive: true }))

const call = (...args: string[]): Promise<number> =>
  run(['init', ...args], {
    cwd,
    write: (data) => void written.push(String(data)),
    warn: (line) => void warned.push(line),
    readInput: () => new Uint8Array(),
    terminal: undefined,
  })
const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()

describe('apimachinery init operator', () => {
  it('writes the project whose test runs in examples/operator-webapp', async () => {
    expect(await call('operator', 'webapp')).toBe(0)
    const example = 'examples/operator-webapp'
    expect(filesBelow(join(cwd, 'webapp'))).toEqual(filesBelow(example))
    for (const path of filesBelow(example)) {
      const text = readFileSync(join(cwd, 'webapp', path), 'utf8')
      expect(text, path).toBe(readFileSync(join(example, path), 'utf8'))
    }
    expect(written.join('')).toContain('next: cd webapp && npm install && npm test')
  })

  it('names kind, group and resource as configured', async () => {
    expect(await call('operator', 'my-proxy-operator', '--group', 'net.example.com', '--dir', 'x')).toBe(0)
    const crd = readFileSync(join(cwd, 'x/generated/crds/net.example.com_myproxies.yaml'), 'utf8')
    expect(crd).toContain('kind: MyProxy\n')
    expect(readFileSync(join(cwd, 'x/deploy/rbac.yaml'), 'utf8')).toContain('  - myproxies/status\n')
  })

  it('refuses names that a cluster would not take, and folders that are not empty', async () => {
    expect(await call('operator', 'Web_App')).toBe(2)
    expect(await call('operator', 'a', '--group', 'nodots')).toBe(2)
    expect(await call('operator', 'a', '--kind', 'lower')).toBe(2)
    expect(await call('operator')).toBe(2)
    expect(await call('controller', 'a')).toBe(2)
    expect(readdirSync(cwd)).toEqual([])
    expect(await call('operator', 'a')).toBe(0)
    expect(await call('operator', 'a')).toBe(1)
    expect(warned.at(-1)).toContain('is not empty')
  })

  it.each([
    ['box', 'boxes'],
    ['policy', 'policies'],
    ['gateway', 'gateways'],
    ['cluster', 'clusters'],
  ])('has the plural of %s: %s', (name, plural) => {
    expect(operatorNames(name, {}).plural).toBe(plural)
  })
})
