import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JSONObject, JSONValue } from '../../../../../src/json/json-value.js'
import { stringifyJSON } from '../../../../../src/json/stringify-json.js'
import { editYAML } from '../../../../../src/runtime/serializer/yaml/edit/index.js'
import { jsonToYAML, yamlToJSON } from '../../../../../src/runtime/serializer/yaml/index.js'

const deployment = `# Who to ask: the web team
apiVersion: apps/v1beta1 # old
kind: Deployment
metadata:
  name: web
  labels: {app: web}

# How many
spec:
  replicas: 2 # for now
  template:
    spec:
      containers:
      # the application
      - name: app
        image: "registry/app:1" # pinned
        args: ['on', --fast]
      - name: sidecar # helps
        image: registry/sidecar:1
`

function changed(text: string, change: (value: JSONObject) => void): string {
  const value = yamlToJSON(text) as JSONObject
  change(value)
  const written = editYAML(text, value)
  expect(stringifyJSON(yamlToJSON(written))).toBe(stringifyJSON(value))
  return written
}

/** What a program does to `spec.template.spec.containers`. */
function containersOf(value: JSONObject): JSONObject[] {
  return (value as { spec: { template: { spec: { containers: JSONObject[] } } } }).spec.template.spec.containers
}

describe('editYAML', () => {
  test('does not change a text whose value is the same', () => {
    expect(editYAML(deployment, yamlToJSON(deployment))).toBe(deployment)
  })

  test('changes what changes, and nothing else', () => {
    const written = changed(deployment, (value) => {
      value.apiVersion = 'apps/v1'
      Object.assign(value.spec as JSONObject, { replicas: 3, paused: true })
      Object.assign(containersOf(value)[0] as JSONObject, { image: 'registry/app:2' })
    })
    const expected = deployment
      .replace('apps/v1beta1', 'apps/v1')
      .replace('replicas: 2', 'replicas: 3')
      .replace('app:1', 'app:2')
    expect(written).toBe(`${expected}  paused: true\n`)
  })

  const uneven = `kind: Deployment   # a kind
metadata:
    name:   web
    labels: {app: "web",   tier: 'front'}
spec:
    replicas:   3    # three
    template:
        spec:
            containers:
            -   name: "web"
                args: [ "a" ,  'b' ]
                script: |
                  one
                    two

                  three
`

  test('leaves each line as it is in which nothing changes', () => {
    const written = changed(uneven, (value) => {
      ;(value.spec as JSONObject).replicas = 5
      containersOf(value)[0]!.image = 'web:2'
      ;(value.metadata as JSONObject).annotations = { note: 'x' }
    })
    expect(written.split('\n').filter((line) => !uneven.split('\n').includes(line))).toEqual([
      '    annotations:',
      '      note: x',
      '    replicas: 5 # three',
      '                image: web:2',
    ])
    expect(uneven.split('\n').filter((line) => !written.split('\n').includes(line))).toEqual([
      '    replicas:   3    # three',
    ])
  })

  test('keeps remarks and quotes of items that change, where they still fit', () => {
    const text = `l:
# the first
- 'a' # one

# the second
- "b"
- plain
- 5
- 'c'
`
    const written = changed(text, (value) => {
      value.l = ['A', 'B', 'other', 'six', 7]
    })
    expect(written).toBe(`l:
# the first
- 'A' # one

# the second
- "B"
- other
- six
- 7
`)
  })

  test('changes keys that are no text', () => {
    const written = changed('? [a]\n: 1\n1: x\ntrue: y\n'.replace('? [a]\n: 1\n', ''), (value) => {
      value['1'] = 'z'
      value.true = 'w'
    })
    expect(written).toBe('1: z\ntrue: w\n')
  })

  test('keeps the ends of lines', () => {
    const written = changed(uneven.replaceAll('\n', '\r\n').replace(/ {16}script[\s\S]*$/, ''), (value) => {
      ;(value.spec as JSONObject).replicas = 5
    })
    expect(written.split('\n').filter((line) => line !== '' && !line.endsWith('\r'))).toEqual([])
  })

  test('keeps lines of a long text with changes far from each other', () => {
    const items = Array.from({ length: 3000 }, (_, number) => `  item${number}:   ${number}\n`)
    const text = `data:\n${items.join('')}`
    const written = changed(text, (value) => {
      const data = value.data as JSONObject
      data.item1 = 'one'
      delete data.item1500
      data.item2999 = 'last'
    })
    const expected = text
      .replace('item1:   1\n', 'item1: one\n')
      .replace(/ {2}item1500: .*\n/, '')
      .replace('item2999:   2999', 'item2999: last')
    expect(written).toBe(expected)
  })

  test('knows items by their names', () => {
    const written = changed(deployment, (value) => {
      const [, sidecar] = containersOf(value)
      containersOf(value).splice(0, 2, { name: 'first', image: 'x' }, { ...sidecar, image: 'registry/sidecar:2' })
    })
    expect(written).toContain('- name: sidecar # helps\n        image: registry/sidecar:2\n')
    expect(written).toContain('- name: first\n        image: x\n')
    expect(written).not.toContain('pinned')
  })

  test('quotes what Go would read as something else', () => {
    const odd = {
      a: 'on',
      b: '0777',
      c: '1_000',
      d: '~',
      e: '1e3',
      f: '2020-01-01',
      g: ': ',
      h: '',
      i: 'a\nb\n',
      j: '- x',
    }
    const written = changed('a: 1 # first\n', (value) => Object.assign(value, odd))
    expect(written).toContain('a: "on" # first\n')
  })

  test('writes anew where nodes cannot say it', () => {
    const text = 'base: &base {a: 1, b: 2} # shared\nderived:\n  <<: *base\n  c: 3\n'
    const written = changed(text, (value) => {
      delete (value.derived as JSONObject).a
    })
    expect(written).not.toContain('<<')
  })

  test('refuses what is not YAML', () => {
    expect(() => editYAML('a: [', {})).toThrow(expect.objectContaining({ name: 'YAMLSyntaxError' }))
  })

  test('always has the value, for any text', () => {
    const json = fc.object({
      // Go writes a merge key without quotes, and does not read it again.
      key: fc.string().filter((key) => key !== '<<'),
      maxDepth: 3,
      maxKeys: 4,
      values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
    })
    fc.assert(
      fc.property(json, json, (before, after) => {
        const text = jsonToYAML(before as JSONValue)
        expect(stringifyJSON(yamlToJSON(editYAML(text, after)))).toBe(
          stringifyJSON(yamlToJSON(jsonToYAML(after as JSONValue))),
        )
      }),
      { numRuns: 200 },
    )
  })
})
