import { describe, expect, it } from 'vitest'
import { apimachinery, folderWith } from './command.js'

const pod = '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}}'
const deployment = '{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"a"}}'

describe('an input without objects is an error', () => {
  it.each([
    ['validate', ['-f', '-'], '# a comment\n---\n'],
    ['convert', ['-f', '-', '--output-version', 'apps/v1'], ''],
    ['decode', ['-f', '-'], '\n'],
    ['default', ['-f', '-'], '---\n'],
  ] as [string, string[], string][])('%s %j', async (verb, args, input) => {
    const { code, err } = await apimachinery([verb, ...args], { cwd: folderWith({}), input })
    expect(code).toBe(1)
    expect(err).toContain('no objects found in the input')
  })
})

describe('convert --output-version', () => {
  it('rejects an unknown version, without an object near it', async () => {
    const { code, err } = await apimachinery(['convert', '-f', '-', '--output-version', 'bogus/v9'], { input: pod })
    expect(code).toBe(1)
    expect(err).toContain('--output-version bogus/v9: no kind of it is known, and no object is of its group')
  })

  it('passes over objects of other groups when it knows the version', async () => {
    expect((await apimachinery(['convert', '-f', '-', '--output-version', 'apps/v1'], { input: pod })).code).toBe(0)
    expect((await apimachinery(['convert', '-f', '-', '--output-version', 'v1'], { input: pod })).code).toBe(0)
  })

  it('refuses an unknown version of a known group at the object', async () => {
    const outcome = await apimachinery(['convert', '-f', '-', '--output-version', 'apps/v9'], { input: deployment })
    expect(outcome.code).toBe(1)
  })
})

describe('-o protobuf of several objects', () => {
  it.each(['protobuf', 'cbor'])('%s writes nothing at all', async (format) => {
    const input = `${pod}\n---\n${deployment}\n`
    const { code, bytes, err } = await apimachinery(['convert', '-f', '-', '-o', format], { input })
    expect(code).not.toBe(0)
    expect(bytes).toHaveLength(0)
    expect(err).toContain('several objects cannot share one stream')
  })

  it('writes a single one', async () => {
    const { code, bytes } = await apimachinery(['convert', '-f', '-', '-o', 'protobuf'], { input: pod })
    expect(code).toBe(0)
    expect(Buffer.from(bytes.subarray(0, 4)).toString()).toBe('k8s\0')
  })
})
