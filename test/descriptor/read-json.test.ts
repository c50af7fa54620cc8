import { describe, expect, test } from 'vitest'
import { list, map, scalar, struct, variant } from '../../src/descriptor/build.js'
import { duplicateFields } from '../../src/descriptor/duplicate-fields.js'
import { fromJSON } from '../../src/descriptor/from-json.js'
import { typePlan } from '../../src/descriptor/json-plan.js'
import { readJSON, readSource, readValueQuickly } from '../../src/descriptor/read-json.js'
import { toCanonicalJSON } from '../../src/descriptor/to-canonical-json.js'
import type { JSONObject, StructDescriptor } from '../../src/descriptor/types.js'
import { JSONSource } from '../../src/json/json-source.js'
import { parseDocument } from '../../src/json/parse-document.js'
import { parseJSON } from '../../src/json/parse-json.js'
import { rawText } from '../../src/json/raw-text.js'
import { thrown } from '../thrown.js'

const probe: StructDescriptor = struct('io.example.api.v1.Probe', () => [
  ['port', 1, scalar('intOrString')],
  ['periodSeconds', 2, scalar('int32'), '?'],
])
const source: StructDescriptor = struct('io.example.api.v1.ThingSource', () => [
  ['secret', 1, scalar('bytes'), '?'],
  ['raw', 2, scalar('rawExtension'), '*?'],
])
const spec: StructDescriptor = struct('io.example.api.v1.ThingSpec', () => [
  ['ThingSource', 1, source, '<'],
  ['replicas', 2, scalar('int32'), '*?'],
  ['generation', 3, scalar('int64'), '?'],
  ['unsigned', 4, scalar('uint64'), '?'],
  ['paused', 5, scalar('bool'), '?'],
  ['names', 6, list(scalar('string')), ''],
  ['numbers', 7, list(scalar('int32')), '?'],
  ['probes', 8, list(probe), '?'],
  ['probe', 9, probe, '*?'],
  ['limits', 10, map(scalar('quantity'), { name: 'v1.ResourceList' }), '?'],
  ['labels', 11, map(scalar('string')), '?'],
  ['phase', 12, scalar('string', { name: 'v1.Phase' }), '?'],
  ['ratio', 13, scalar('double'), '?'],
  ['when', 14, scalar('time'), '?z'],
  ['stamp', 15, scalar('microTime'), '*?'],
  ['timeout', 16, scalar('duration'), '*?'],
  ['schema', 17, variant('orArray', schema), '*?'],
  ['extra', 18, scalar('any'), '?'],
])
const schema: StructDescriptor = struct('io.example.api.v1.Schema', () => [
  ['type', 1, scalar('string'), '?'],
  ['items', 2, variant('orArray', schema), '*?'],
  ['open', 3, variant('orBool', schema), '*?'],
  ['default', 4, scalar('any'), '?'],
  ['properties', 5, map(schema), '?'],
])
const thing: StructDescriptor = struct('io.example.api.v1.Thing', () => [
  ['kind', 0, scalar('string'), '?'],
  ['spec', 1, spec, '?'],
])

const specOf = (text: string) => `{"spec":${text}}`

const failure = (read: () => unknown) =>
  thrown<Error & { code?: string; path?: string; position?: { line: number } }>(read)

const modes = ['faithful', 'strict', 'canonical'] as const

describe('type errors', () => {
  // Messages as Go's decoder words them; the path has the indices that Go leaves out.
  test.each([
    ['{"replicas":"3"}', 'string into Go struct field ThingSpec.spec.replicas of type int32', 'spec.replicas'],
    [
      '{"replicas":99999999999}',
      'number 99999999999 into Go struct field ThingSpec.spec.replicas of type int32',
      'spec.replicas',
    ],
    ['{"unsigned":-1}', 'number -1 into Go struct field ThingSpec.spec.unsigned of type uint64', 'spec.unsigned'],
    ['{"paused":"yes"}', 'string into Go struct field ThingSpec.spec.paused of type bool', 'spec.paused'],
    ['{"names":"x"}', 'string into Go struct field ThingSpec.spec.names of type []string', 'spec.names'],
    ['{"names":["a",1]}', 'number into Go struct field ThingSpec.spec.names of type string', 'spec.names[1]'],
    ['{"limits":[]}', 'array into Go struct field ThingSpec.spec.limits of type v1.ResourceList', 'spec.limits'],
    ['{"labels":{"a":true}}', 'bool into Go struct field ThingSpec.spec.labels of type string', 'spec.labels.a'],
    ['{"phase":1}', 'number into Go struct field ThingSpec.spec.phase of type v1.Phase', 'spec.phase'],
    [
      '{"probes":[{},{"port":1.5}]}',
      'number 1.5 into Go struct field Probe.spec.probes.port of type int32',
      'spec.probes[1].port',
    ],
    ['{"probe":[]}', 'array into Go struct field ThingSpec.spec.probe of type v1.Probe', 'spec.probe'],
    ['{"when":5}', 'number into Go struct field ThingSpec.spec.when of type string', 'spec.when'],
    ['{"secret":{}}', 'object into Go struct field ThingSpec.spec.ThingSource.secret of type []uint8', 'spec.secret'],
    [
      '{"secret":[256]}',
      'number 256 into Go struct field ThingSpec.spec.ThingSource.secret of type uint8',
      'spec.secret',
    ],
    [
      '{"schema":{"items":[{"type":1}]}}',
      'number into Go struct field ThingSpec.spec.schema.items.type of type string',
      'spec.schema.items[0].type',
    ],
  ])('%s', (text, message, path) => {
    for (const mode of modes) {
      expect(failure(() => readJSON(thing, specOf(text), { mode }))).toMatchObject({
        message: `json: cannot unmarshal ${message}`,
        path,
      })
    }
  })

  test.each([
    ['5', 'number into Go value of type v1.Thing'],
    ['"x"', 'string into Go value of type v1.Thing'],
    ['[]', 'array into Go value of type v1.Thing'],
    ['{"spec":true}', 'bool into Go struct field Thing.spec of type v1.ThingSpec'],
  ])('of the whole: %s', (text, message) => {
    for (const mode of modes) {
      expect(failure(() => readJSON(thing, text, { mode })).message).toBe(`json: cannot unmarshal ${message}`)
    }
  })

  test.each([
    ['{"when":"x"}', 'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"'],
    ['{"secret":"YQ"}', 'illegal base64 data at input byte 0'],
    ['{"schema":{"open":1}}', 'boolean or JSON schema expected'],
    ['{"timeout":"1x"}', 'time: unknown unit "x" in duration "1x"'],
  ])('%s', (text, message) => {
    for (const mode of modes) expect(failure(() => readJSON(thing, specOf(text), { mode })).message).toBe(message)
  })

  test('the first one counts, unless an unmarshaler fails later', () => {
    const first = failure(() => readJSON(thing, specOf('{"replicas":"a","paused":1}')))
    expect(first.path).toBe('spec.replicas')
    const later = failure(() => readJSON(thing, specOf('{"replicas":"a","when":"x"}')))
    expect(later.path).toBe('spec.when')
  })

  test('integers written as fractions are refused where Go would refuse them', () => {
    for (const text of ['{"replicas":1.0}', '{"generation": 1e2}', '{"numbers":[1,2.0]}', '{"numbers":[ 1e1 ]}']) {
      for (const mode of ['strict', 'canonical'] as const) {
        expect(failure(() => readJSON(thing, specOf(text), { mode })).message, text).toMatch(/cannot unmarshal number/)
      }
    }
    expect(readJSON(thing, specOf('{"replicas":1.0}')).value).toEqual({ spec: { replicas: 1 } })
  })

  test('say line and column', () => {
    const error = failure(() => readJSON(thing, '{\n  "spec": {\n    "replicas": "3"\n  }\n}'))
    expect(error).toMatchObject({ position: { line: 3, column: 5 } })
  })
})

describe('large integers', () => {
  const text = specOf('{"generation":9223372036854775807}')

  test('are an error that names the field, or a bigint on request', () => {
    for (const mode of modes) {
      expect(failure(() => readJSON(thing, text, { mode }))).toMatchObject({
        code: 'UnsafeInteger',
        path: 'spec.generation',
        message: expect.stringMatching(/^spec\.generation: .*integers: 'bigint'/),
      })
      const { value } = readJSON(thing, text, { mode, integers: 'bigint' })
      expect((value as { spec: JSONObject }).spec.generation).toBe(9223372036854775807n)
      expect(toCanonicalJSON(thing, value)).toBe('{"spec":{"generation":9223372036854775807,"names":null}}')
    }
  })

  test('cost a faithful reader a second parse, but not the exact reader', () => {
    for (const [text, integers] of [
      ['{"new":9007199254740993}', 'error'],
      ['{"spec":{"generation":9223372036854775807}}', 'bigint'],
    ] as const) {
      const source = new JSONSource(text)
      Object.defineProperty(source, 'document', { get: () => expect.unreachable('a document') })
      expect(readSource(thing, source, { integers }).value).toEqual(parseJSON(text))
    }
  })

  test('beyond float64 are refused in untyped values', () => {
    for (const text of ['1e400', '[-1e400]']) {
      expect(failure(() => readJSON(scalar('any'), text)).code).toBe('NumberOutOfRange')
    }
  })

  test('stay exact in unknown and untyped places', () => {
    const { value } = readJSON(thing, '{"spec":{"names":[],"raw":{"a":12345678901234567890}},"new":9007199254740993}')
    expect(value).toEqual({ spec: { names: [], raw: { a: 12345678901234567890n } }, new: 9007199254740993n })
  })

  test('infinite numbers are refused where they would be kept', () => {
    expect(failure(() => readJSON(thing, '{"new":{"a":[1e400]}}')).code).toBe('NumberOutOfRange')
    expect(failure(() => readJSON(thing, specOf('{"ratio":1e400}'))).message).toMatch(/number 1e400 .* of type float64/)
    expect(readJSON(thing, '{"new":1e400}', { mode: 'canonical' }).value).toEqual({ spec: { names: null } })
  })
})

describe('strict reading', () => {
  const findings = (text: string) => readJSON(thing, text, { mode: 'strict' }).findings.map(({ message }) => message)

  test.each([
    [
      '{"foo":1,"spec":{"probes":[{"x":1},{"x":1}]}}',
      ['unknown field "foo"', 'unknown field "spec.probes[0].x"', 'unknown field "spec.probes[1].x"'],
    ],
    [
      '{"spec":{"paused":true,"paused":false,"labels":{"a.b/c":"","a.b/c":""}}}',
      ['duplicate field "spec.paused"', 'duplicate field "spec.labels.a.b/c"'],
    ],
    ['{"spec" : {"paused" : true , "paused" : true}}', ['duplicate field "spec.paused"']],
    ['{"spec":{"paused":true,"phase":"a : b","paused":true}}', ['duplicate field "spec.paused"']],
    ['{"spec":{"paused":true,"phase":"a \\" : b","paused":true}}', ['duplicate field "spec.paused"']],
    ['{"spec":{"phase":" : ","paused" :true,"paused" :true}}', ['duplicate field "spec.paused"']],
    ['{"spec":{"phase":"a : b","names":["c : d"," :"]}}', []],
    ['{"spec":{"labels":{"\\"":"x","k\\\\":":a","k\\\\":"b"}}}', ['duplicate field "spec.labels.k\\\\"']],
    ['{"spec":{"raw":{"a":1,"a":2},"extra":{"a":[{"b":1,"b":2}]}}}', ['duplicate field "spec.extra.a[0].b"']],
    ['{"spec":{"schema":{"foo":1}}}', []],
    ['{"spec":{"schema":{"type":"a","type":"b"}}}', []],
    ['{"spec":{"schema":{"default":{"a":1,"a":2},"properties":{"a":{},"a":{}}}}}', []],
    ['{"Spec":{},"spec":{"phase":"\\":","labels":{":":":"}}}', ['unknown field "Spec"']],
    [
      '{"spec":{"probe":{"port":1},"probe":{"prt":1}}}',
      ['duplicate field "spec.probe"', 'unknown field "spec.probe.prt"'],
    ],
  ])('%s', (text, messages) => {
    expect(findings(text)).toEqual(messages)
  })

  test('reports each path once and stops at 100', () => {
    const labels = Array.from({ length: 150 }, (_, i) => `"k${i}":"","k${i}":"","k${i}":""`).join(',')
    const all = findings(specOf(`{"labels":{${labels}}}`))
    expect(all).toHaveLength(100)
    expect(new Set(all).size).toBe(100)
  })

  test('reports the positions of the fields', () => {
    const [finding] = readJSON(thing, '{"spec":{\n"foo":1}}', { mode: 'strict' }).findings
    expect(finding).toMatchObject({ kind: 'unknown', path: 'spec.foo', offset: 10 })
  })

  test('returns a value from other sources, if it is certain', () => {
    for (const value of [{ new: 2 ** 60 }, { spec: { extra: 2 ** 60 } }, { spec: { generation: 2n ** 60n } }]) {
      const mode = 'new' in value ? 'faithful' : 'strict'
      expect(fromJSON(thing, value, { mode, integers: 'bigint' }).value).toBe(value)
    }
    const code = failure(() => fromJSON(thing, { spec: { generation: 2n ** 60n } }, { mode: 'strict' })).code
    expect(code).toBe('UnsafeInteger')
  })

  test('finds unknown fields of values from other sources', () => {
    const { findings: found } = fromJSON(thing, { spec: { foo: 1 } }, { mode: 'strict' })
    expect(found.map(({ path }) => path)).toEqual(['spec.foo'])
  })
})

test('escapes of unpaired surrogates are kept by faithful readers, and replaced as in Go by others', () => {
  const phase = modes.map(
    (mode) => readJSON(thing, specOf('{"phase":"\\ud800"}'), { mode }).value as { spec: JSONObject },
  )
  expect(phase.map(({ spec: { phase } }) => phase)).toEqual(['\ud800', '\ufffd', '\ufffd'])
  expect(readJSON(thing, specOf('{"phase":"\\ud800"}')).value).toMatchObject({ spec: { phase: '\ud800' } })
})

test.each(['strict', 'canonical'] as const)('raw JSON keeps its text, fields of an owner do not: %s', (mode) => {
  const raws = struct('x.Raws', () => [
    ['raw', 1, scalar('rawExtension'), '*?'],
    ['json', 2, scalar('json'), '*?'],
    ['fields', 3, scalar('fieldsV1'), '*?'],
  ])
  for (const name of ['raw', 'json', 'fields'] as const) {
    const source = new JSONSource(`{"${name}":{"a": {},"b":{}}}`)
    let isExact = false
    const document = source.document
    Object.defineProperty(source, 'document', {
      get: () => {
        isExact = true
        return document
      },
    })
    const { value } = readSource(raws, source, { mode })
    expect([name, isExact]).toEqual([name, name !== 'fields'])
    expect(rawText((value as JSONObject)[name] as JSONObject)).toBe(isExact ? '{"a": {},"b":{}}' : '{"a":{},"b":{}}')
  }
})

test.each(['faithful', 'strict', 'canonical'] as const)('scalars by themselves are read quickly: %s', (mode) => {
  for (const [kind, value] of [
    ['string', 'a'],
    ['bool', true],
    ['int32', 5],
    ['any', 'x'],
  ] as const) {
    expect(readValueQuickly(typePlan(scalar(kind)), value, { mode })).toEqual({ value, findings: [] })
  }
})

test('errors have names', () => {
  expect(failure(() => readJSON(thing, specOf('{"phase":1}'))).name).toBe('JSONTypeError')
  expect(failure(() => readJSON(thing, specOf('{"when":"x"}'))).name).toBe('JSONScalarError')
})

test('duplicate fields of an untyped document', () => {
  const paths = (text: string) => duplicateFields(parseDocument(text)).map(({ path }) => path)
  expect(paths('{"a":1,"a":12345678901234567890,"b":[{"c":1,"c":2}],"b":2,"a":3}')).toEqual(['a', 'b[0].c', 'b'])
  expect(paths('[1]')).toEqual([])
  const nested = `${'['.repeat(9_000)}${']'.repeat(9_000)}`
  expect(resultOrCode(() => duplicateFields(parseDocument(nested)))).toMatch(/^(result|TooDeep)$/)
})

function resultOrCode(read: () => unknown): string {
  try {
    read()
    return 'result'
  } catch (error) {
    return String((error as { code?: string }).code)
  }
}

describe('faithful reading', () => {
  test('keeps everything unchanged', () => {
    const text =
      '{"z":{"b":1,"a":[]},"spec":{"new":null,"replicas":null,"limits":{"cpu":"0.5"},"when":"2020-01-01T01:00:00+01:00"}}'
    expect(JSON.stringify(readJSON(thing, text).value)).toBe(text)
  })

  test('keeps __proto__ keys without touching prototypes', () => {
    const text = '{"__proto__":{"a":1},"spec":{"labels":{"__proto__":"x"},"names":[]}}'
    for (const mode of ['faithful', 'canonical'] as const) {
      const { value } = readJSON(thing, text, { mode })
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      expect(toCanonicalJSON(thing, value)).toBe('{"spec":{"names":[],"labels":{"__proto__":"x"}}}')
    }
  })
})

describe('canonical reading', () => {
  const canonical = (text: string) => toCanonicalJSON(thing, readJSON(thing, text, { mode: 'canonical' }).value)

  test.each([
    ['{}', '{"spec":{"names":null}}'],
    ['{"spec":{"names":[],"labels":{},"numbers":[],"phase":"","paused":false}}', '{"spec":{"names":[]}}'],
    [
      '{"spec":{"names":[null],"replicas":0,"probe":{},"probes":[null]}}',
      '{"spec":{"replicas":0,"names":[""],"probes":[{"port":0}],"probe":{"port":0}}}',
    ],
    [
      '{"spec":{"names":null,"limits":{"b":null,"a":"0.5","10":1.5e0,"9":"1Ki"}}}',
      '{"spec":{"names":null,"limits":{"10":"1500e-3","9":"1Ki","a":"500m","b":"0"}}}',
    ],
    [
      '{"spec":{"names":[],"when":null,"labels":{"b":null,"a":"<"}}}',
      '{"spec":{"names":[],"labels":{"a":"\\u003c","b":""}}}',
    ],
    ['{"spec":{"names":[],"when":"2020-01-01T01:00:00.9+01:00","stamp":"2020-01-01T00:00:00.1234567Z"}}', undefined],
    [
      '{"spec":{"names":[],"when":"2020-01-01T01:00:00.9+01:00","timeout":"90s"}}',
      '{"spec":{"names":[],"when":"2020-01-01T00:00:00Z","timeout":"1m30s"}}',
    ],
    [
      '{"spec":{"names":[],"secret":[97],"raw":{"b": 1.0,"a":{},"b":2}}}',
      '{"spec":{"secret":"YQ==","raw":{"b":1.0,"a":{},"b":2},"names":[]}}',
    ],
    ['{"spec":{"names":[],"secret":"YR==","ratio":-0.0,"extra":null}}', '{"spec":{"secret":"YQ==","names":[]}}'],
    ['{"spec":{"names":[],"schema":[]}}', '{"spec":{"names":[],"schema":null}}'],
    ['{"spec":{"names":[],"schema":{"x":1,"open":true}}}', '{"spec":{"names":[],"schema":{"open":true}}}'],
    [
      '{"spec":{"labels":{"a":"1"},"names":["x"]},"spec":{"labels":{"b":"2"}},"spec":null}',
      '{"spec":{"names":["x"],"labels":{"a":"1","b":"2"}}}',
    ],
  ])('%s', (text, expected) => {
    if (expected === undefined) expect(() => canonical(text)).toThrow(/parsing time/)
    else expect(canonical(text)).toBe(expected)
  })

  test('returns what is canonical already as it is', () => {
    const value = { spec: { replicas: 1, names: ['a'], labels: { a: '1', b: '2' } } }
    expect(fromJSON(thing, value, { mode: 'canonical' }).value).toBe(value)
  })
})

describe('depth', () => {
  test('ends in a typed error or a result, never in a crash', () => {
    for (const depth of [100, 5_000, 9_000, 50_000]) {
      const typed = specOf(`{"schema":${'{"items":'.repeat(depth)}{}${'}'.repeat(depth)}}`)
      const untyped = specOf(`{"extra":${'['.repeat(depth)}${']'.repeat(depth)}}`)
      for (const mode of modes)
        for (const text of [typed, untyped]) resultOrTypedError(() => readJSON(thing, text, { mode }))
    }
  })

  function resultOrTypedError(read: () => unknown): void {
    try {
      read()
    } catch (error) {
      expect(['TooDeep', 'InvalidJSON']).toContain((error as { code?: string }).code)
    }
  }
})

describe('null in strict reading', () => {
  test.each([
    ['in doubt of nothing', ''],
    ['in doubt of the whole document', ',"spec":null'],
  ])('stays, %s', (_, doubt) => {
    expect(readJSON(thing, `{"spec":null${doubt}}`, { mode: 'strict' }).value).toEqual({ spec: null })
  })
})
