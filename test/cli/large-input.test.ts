import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { folderWith } from './command.js'

/** The command in a process of its own with little memory: what takes many times its input ends there. */
let folder: string
let inputs: string
beforeAll(async () => {
  folder = mkdtempSync(join('node_modules', '.large-input-'))
  const options = { bundle: true, platform: 'node', format: 'esm', packages: 'external', logLevel: 'error' } as const
  await build({ ...options, entryPoints: ['cli/main.ts'], outfile: join(folder, 'main.mjs') })
  let state = 1
  const noise = Buffer.alloc(12_000_000)
  for (let i = 0; i < noise.length; i++) {
    state = (state * 1103515245 + 12345) & 0x7fffffff
    noise[i] = state >> 16
  }
  const value = 'y'.repeat(130_000)
  const aliases = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, annotations: {x: &a ${value}}}\ndata:\n`
  inputs = folderWith({
    'noise.yaml': noise,
    'noise.json': Buffer.concat([Buffer.from('{"a":"'), noise]),
    'aliases.yaml': aliases + Array.from({ length: 10_000 }, (_, i) => `  k${i}: *a\n`).join(''),
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(inputs, { recursive: true })
})

describe('input that would exhaust memory is rejected with little memory', () => {
  it.each([
    ['validate', 'noise.yaml', 'noise.yaml:1:1: yaml: control characters are not allowed'],
    ['decode', 'noise.json', 'noise.json:1'],
    ['validate', 'aliases.yaml', 'yaml: document contains excessive aliasing'],
    ['default', 'aliases.yaml', 'yaml: document contains excessive aliasing'],
  ])('%s %s', (verb, file, message) => {
    const args = ['--max-old-space-size=90', join(folder, 'main.mjs'), verb, '-f', join(inputs, file)]
    const child = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(child.signal).toBeNull()
    expect(child.stderr).toContain(message)
    expect(child.status).toBe(1)
  })
})
