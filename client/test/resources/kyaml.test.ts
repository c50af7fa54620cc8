import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import { describe, expect, it } from 'vitest'
import { goldenLines } from '../../../test/golden-lines.js'
import { jsonTextToKYAML } from '../../src/resources/kyaml.js'

/** What `sigs.k8s.io/yaml/kyaml` makes of JSON texts: `test/interop/kyaml-golden.mjs`. */
const lines = goldenLines<{ in: string; out?: string; error?: string }>('client/kyaml.jsonl.gz')

describe('KYAML', () => {
  it('is that of Go', () => {
    expect(lines.length).toBeGreaterThan(400)
    for (const { in: text, out } of lines) {
      if (out !== undefined) expect([text, jsonTextToKYAML(text)]).toEqual([text, out])
    }
  })

  it('looks at a long key in linear time', () => {
    for (const start of ['1', '0x1']) {
      const key = `${start}${'1'.repeat(150_000)}p`
      expect(jsonTextToKYAML(JSON.stringify({ [key]: 1 }))).toContain(`  ${key}: 1,`)
    }
  })

  it('is YAML', () => {
    const text = '{"no":["a\\n b\\n\\tc","\\u00a0"],"1":{"x":[{"y":null},{"z":1.5}]},"a/b":true}'
    expect(yamlToJSON(jsonTextToKYAML(text))).toEqual(JSON.parse(text))
  })

  it('refuses what is nested too deeply, and what is no JSON', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const nested = (depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`
      expect(jsonTextToKYAML(nested(1000))).toContain('1')
      expect(() => jsonTextToKYAML(nested(9000))).toThrow('kyaml: the value is nested deeper than 1000')
    }
    expect(() => jsonTextToKYAML('{')).toThrow()
  })
})
