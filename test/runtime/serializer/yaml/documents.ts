import fc from 'fast-check'
import type { JSONValue } from '../../../../src/descriptor/types.js'

/** Pieces that YAML gives a meaning to, and pieces it does not. */
const pieces = [
  ...['a', 'b', 'foo', ' ', '  ', '\n', '\n\n', '\t', ':', ': ', ' #', '#', '-', '- ', '?', '? ', '!', '&', '*', '%'],
  ...['@', '`', '"', "'", '\\', '{', '}', '[', ']', ',', '0', '1', '00', '1.5', 'e', '+', '.', '_', '0x', 'y', 'no'],
  ...['true', 'null', '~', '.inf', '---', '2020-01-01', '12:30', 'é', '中', '😀', '\u0007', '\u00a0', '|', '>', '<<'],
  ...['=', '/', ' several words that fill a line', "  it's", '\u2028', '\u0085'],
]

/** Text that needs every kind of quoting. */
export const nastyText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...pieces), { maxLength: 9 })
  .map((parts) => parts.join(''))

/** Other whole numbers are read back as `bigint`, and `-0` as 0. */
function readsBackAsNumber(value: number): boolean {
  return !Object.is(value, -0) && (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(value) > 2 ** 64)
}

const leaf: fc.Arbitrary<JSONValue> = fc.oneof(
  { weight: 4, arbitrary: nastyText },
  fc.constantFrom(null, true, false),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter(readsBackAsNumber),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
)

/** Go writes the key `<<` without quotes, which makes it a merge key to every reader; so do we. */
const nastyKey = nastyText.filter((text) => text !== '<<')

/** JSON values, keys included, that need every kind of quoting. */
export const nastyValue: fc.Arbitrary<JSONValue> = fc.letrec<{ value: JSONValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(nastyKey, tie('value')), { maxLength: 4 })
      .map((entries) => Object.fromEntries(entries) as JSONValue),
  ),
})).value

/** A manifest that uses most of what people write. */
export const manifest = `# a workload
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web   # the name
  labels: {app: web, "tier": 'front', on: off}
  annotations:
    quoted: "x\\ty \\"q\\" \\u00e9"
    folded: >-
      folded text
      goes on

      here
    script: |
      #!/bin/sh
      echo hi
        indented

      end
spec:
  replicas: 0x3
  template: &template
    spec:
      containers:
      - name: c
        image: nginx:1.27
        args: ["--a=b", '--c', -x]
      - name: d
        text: this is a long
          plain scalar
  other:
    <<: *template
    tagged: !!str 12
`
