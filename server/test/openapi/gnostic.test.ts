import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { blockYAML } from '../../src/openapi/block-yaml.js'
import { gnosticV3 } from '../../src/openapi/gnostic-v3.js'

describe('documents in protobuf', () => {
  it("are kube-apiserver's to the byte", () => {
    const recorded = readFileSync(new URL('recorded-core-v1.json.gz', import.meta.url))
    const bytes = gnosticV3(JSON.parse(gunzipSync(recorded).toString('utf8')))
    expect(bytes).toHaveLength(1_415_969)
    // What kube-apiserver 1.36.3 answered for the same document.
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '6bce9977c9fc9c3e79d76792cdd3ef71b7c308ec6454395927fe8b1c0993b1e1',
    )
  })

  it.each([
    ['text', 'text\n'],
    ['', '""\n'],
    ['1.5', '"1.5"\n'],
    ['yes', '"yes"\n'],
    ['- a', "'- a'\n"],
    ["it's: so", "'it''s: so'\n"],
    [3, '3\n'],
    [true, 'true\n'],
    [null, 'null\n'],
    [[], '[]\n'],
    [{}, '{}\n'],
    [['a', 'b'], '- a\n- b\n'],
    [[{ group: '', kind: 'A' }], '- group: ""\n  kind: A\n'],
    [{ a: { b: { c: [1] } } }, 'a:\n    b:\n        c:\n            - 1\n'],
    [[{ a: { b: 'c' } }], '- a:\n    b: c\n'],
  ])('have %j as the YAML of Go', (value, text) => {
    expect(blockYAML(value)).toBe(text)
  })
})
