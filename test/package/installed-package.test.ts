import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { InstalledPackage } from './installed-package.js'

describe('the packed tarball, installed into an empty project', () => {
  let installed: InstalledPackage

  beforeAll(() => {
    installed = new InstalledPackage()
  }, 300_000)
  afterAll(() => {
    installed?.dispose()
  })

  for (const type of ['module', 'commonjs'] as const) {
    test(`${type}: a typed program compiles and runs`, ({ skip }) => {
      skip(installed.skipReason !== undefined, installed.skipReason)
      expect(installed.compile(type)).toBe('')
      expect(installed.run(type, 'program.js').trim()).toBe('apps/v1, Kind=Deployment: web ×2')
    })

    test(`${type}: the command explains itself`, ({ skip }) => {
      skip(installed.skipReason !== undefined, installed.skipReason)
      expect(installed.run(type, 'node_modules/.bin/apimachinery', '--help')).toContain('apimachinery')
    })

    test(`${type}: the generator names what it needs and what is not installed with it`, ({ skip }) => {
      skip(installed.skipReason !== undefined, installed.skipReason)
      const generate = (kind: string, input: string) =>
        installed.run(type, 'node_modules/.bin/apimachinery', 'generate', kind, '-i', input, '-o', 'out')
      expect(() => generate('proto', 'thing.proto')).toThrow('npm install --save-dev protobufjs')
    })

    test(`${type}: a class is the same class in every entry`, ({ skip }) => {
      skip(installed.skipReason !== undefined, installed.skipReason)
      const program = type === 'module' ? 'same-class.mjs' : 'same-class.cjs'
      const { entries, shared } = JSON.parse(installed.run(type, program)) as { entries: number; shared: string[] }
      expect(entries).toBeGreaterThan(1)
      expect(shared).toContain('GroupVersion')
    })
  }

  test('guards recognise objects and errors of the other format', ({ skip }) => {
    skip(installed.skipReason !== undefined, installed.skipReason)
    expect(JSON.parse(installed.run('module', 'guards.mjs'))).toEqual({
      objects: true,
      errors: true,
      classesDiffer: true,
    })
  })
})
