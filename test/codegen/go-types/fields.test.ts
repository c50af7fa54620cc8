import { describe, expect, test } from 'vitest'
import { declarationOf, fieldsOf, readGo, readPackages, structOf } from './read.js'

async function fields(body: string, name = 'Toy'): Promise<string[]> {
  const result = await readGo(body)
  expect(result.messages).toEqual([])
  return fieldsOf(result, name)
}

const field = (tag: string, type = 'string') => `type Toy struct {\n\tA ${type} \`${tag}\`\n}\n`

describe('json tag', () => {
  test.each([
    ['json:"a"', 'string', 'a 0 string .'],
    ['json:"a,omitempty"', 'string', 'a 0 string ?'],
    ['json:"a,omitzero"', 'string', 'a 0 string z'],
    ['json:"a,omitempty,omitzero"', 'string', 'a 0 string ?z'],
    ['json:"a"', '*string', 'a 0 string *'],
    ['json:"a,omitempty"', '*string', 'a 0 string *?'],
    ['json:",omitempty"', 'string', 'A 0 string ?'],
    ['json:"$ref"', 'string', '$ref 0 string .'],
  ])('%s %s', async (tag, type, expected) => {
    expect(await fields(field(tag, type))).toEqual([expected])
  })

  test('"-" leaves a field out', async () => {
    expect(await fields(field('json:"-"'))).toEqual([])
  })

  test('unexported fields are left out', async () => {
    expect(await fields('type Toy struct {\n\ta string\n\tB string `json:"b"`\n}\n')).toEqual(['b 0 string .'])
  })

  test('several names share a type and keep their own JSON names', async () => {
    const result = await readGo('type Toy struct {\n\tA, B string\n\tC string `json:"c"`\n}\n')
    expect(fieldsOf(result, 'Toy')).toEqual(['A 0 string .', 'B 0 string .', 'c 0 string .'])
    expect(result.messages).toHaveLength(2)
  })
})

describe('protobuf tag', () => {
  test.each([
    ['json:"a" protobuf:"bytes,7,opt,name=a"', 'a 7 string .'],
    ['json:"a" protobuf:"bytes,7,opt,name=deprecatedA"', 'a 7 string . {"protoName":"deprecatedA"}'],
    ['json:"a" protobuf:"bytes,7,rep,packed,name=a"', 'a 7 string . {"packed":true}'],
    ['json:"a" protobuf:"-"', 'a 0 string .'],
    ['json:"a" protobuf:"bytes,1,req"', 'a 1 string .'],
  ])('%s', async (tag, expected) => {
    expect(await fields(field(tag))).toEqual([expected])
  })
})

test('patchStrategy and patchMergeKey tags', async () => {
  expect(await fields(field('json:"a" patchStrategy:"merge,retainKeys" patchMergeKey:"name"'))).toEqual([
    'a 0 string . {"patchStrategy":"merge,retainKeys","patchMergeKey":"name"}',
  ])
})

describe('types', () => {
  test.each([
    ['string', 'string'],
    ['bool', 'bool'],
    ['int', 'int64'],
    ['int32', 'int32'],
    ['int64', 'int64'],
    ['uint8', 'uint32'],
    ['uint64', 'uint64'],
    ['float32', 'float'],
    ['float64', 'double'],
    ['[]byte', 'bytes'],
    ['[]string', '[]string'],
    ['[]*Other', '[]*#Other'],
    ['[][]string', '[][]string'],
    ['map[string]string', 'map[]string'],
    ['map[string][]byte', 'map[]bytes'],
    ['map[string]*Other', 'map[]*#Other'],
    ['map[Named]Other', 'map[v1.Named]#Other'],
    ['Other', '#Other'],
    ['Named', '#Named'],
    ['interface{}', 'any'],
    ['any', 'any'],
    ['metav1.Time', 'k8s.io/apimachinery/pkg/apis/meta/v1#Time'],
  ])('%s', async (go, expected) => {
    const found = await fields(
      `${field('json:"a"', go)}type Other struct { B string \`json:"b"\` }\ntype Named string\n`,
    )
    expect(found).toEqual([`a 0 ${expected} .`])
  })

  test.each([
    ['k8s.io/apimachinery/pkg/api/resource', 'Quantity', 'quantity'],
    ['k8s.io/apimachinery/pkg/util/intstr', 'IntOrString', 'intOrString'],
    ['k8s.io/apimachinery/pkg/runtime', 'RawExtension', 'rawExtension'],
    ['k8s.io/apimachinery/pkg/types', 'UID', 'string(types.UID)'],
  ])('%s.%s needs no source', async (path, name, expected) => {
    const result = await readGo(`package v1\nimport x "${path}"\n${field('json:"a"', `x.${name}`)}`)
    expect([result.messages, fieldsOf(result, 'Toy')]).toEqual([[], [`a 0 ${expected} .`]])
  })

  test('an import without a name is known by the last part of its path', async () => {
    const result = await readPackages({
      'example.com/a/v1': { 'a.go': `package v1\nimport "example.com/b/things"\n${field('json:"a"', 'things.Thing')}` },
      'example.com/b/things': { 'b.go': 'package things\ntype Thing struct { X int32 `json:"x"` }\n' },
    })
    expect([result.messages, fieldsOf(result, 'Toy')]).toEqual([[], ['a 0 example.com/b/things#Thing .']])
  })

  test('hand-written JSON of well-known types becomes a scalar', async () => {
    const { model } = await readGo('type Toy struct{}')
    const meta = model.packages[1]
    expect(meta?.declarations.find(({ name }) => name === 'Time')).toMatchObject({
      form: 'named',
      type: { form: 'scalar', scalar: 'time' },
    })
  })

  test('an anonymous struct gets the names of its owner and field', async () => {
    const result = await readGo('type Toy struct {\n\tA struct {\n\t\tB int32 `json:"b"`\n\t} `json:"a"`\n}\n')
    expect(fieldsOf(result, 'Toy')).toEqual(['a 0 #ToyA .'])
    expect(fieldsOf(result, 'ToyA')).toEqual(['b 0 int32 .'])
  })

  test('a type that refers to itself', async () => {
    expect(await fields('type Toy struct {\n\tA *Toy `json:"a"`\n\tB []Toy `json:"b"`\n}\n')).toEqual([
      'a 0 #Toy *',
      'b 0 []#Toy .',
    ])
  })
})

describe('embedded structs', () => {
  const other = 'type Other struct { B string `json:"b"` }\n'
  test.each([
    ['Other `json:",inline" protobuf:"bytes,2,opt,name=other"`', 'Other 2 #Other <'],
    ['Other', 'Other 0 #Other <'],
    ['Other `json:"other"`', 'other 0 #Other .'],
    ['metav1.TypeMeta `json:",inline"`', 'TypeMeta 0 k8s.io/apimachinery/pkg/apis/meta/v1#TypeMeta <'],
    [
      'metav1.ObjectMeta `json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"`',
      'metadata 1 k8s.io/apimachinery/pkg/apis/meta/v1#ObjectMeta ?',
    ],
  ])('%s', async (go, expected) => {
    expect(await fields(`${other}type Toy struct {\n\t${go}\n\tC string \`json:"c"\`\n}\n`)).toEqual([
      expected,
      'c 0 string .',
    ])
  })
})

test.each([
  ['json:",inline" protobuf:"bytes,2,opt,name=other"', undefined],
  ['json:",inline" protobuf:"bytes,2,opt,name=handler"', 'handler'],
])('protobuf names an inlined struct after its type unless %s says otherwise', async (tags, expected) => {
  const result = await readGo(`type Other struct { B string }\ntype Toy struct {\n\tOther \`${tags}\`\n}\n`)
  const toy = declarationOf(result, 'Toy')
  expect(toy?.form === 'struct' ? toy.fields[0]?.options.protoName : toy).toBe(expected)
})

describe('named types', () => {
  test('scalar, list, map', async () => {
    const result = await readGo('type S string\ntype L []string\ntype M map[string]int32\n')
    expect(['S', 'L', 'M'].map((name) => declarationOf(result, name))).toMatchObject([
      { form: 'named', type: { scalar: 'string' } },
      { form: 'named', type: { form: 'list' } },
      { form: 'named', type: { form: 'map' } },
    ])
  })

  test('+enum lists the constants of the type in their order', async () => {
    const result = await readGo(
      '// +enum\ntype S string\nconst (\n\tB S = "b"\n\tA = S("a")\n\tOther = "c"\n\tD, E S = "d", "e"\n)\n',
    )
    expect(declarationOf(result, 'S')).toMatchObject({ enum: ['b', 'a', 'd', 'e'] })
  })

  test('+protobuf.nullable wraps a list', async () => {
    const result = await readGo('// +protobuf.nullable=true\ntype L []string\n')
    expect(declarationOf(result, 'L')).toMatchObject({ wrapped: true })
  })

  test('type A = B is the same type, type A B is a copy', async () => {
    const result = await readGo('type B struct { X string `json:"x"` }\ntype A = B\ntype C B\n')
    expect(declarationOf(result, 'A')).toMatchObject({ form: 'alias', target: { name: 'B' } })
    expect(fieldsOf(result, 'C')).toEqual(['x 0 string .'])
  })
})

describe('constants', () => {
  test.each([
    ['const A = "x"', 'x'],
    ['const A = `x`', 'x'],
    ['const A = "x\\u00e9\\n"', 'xé\n'],
    ['const A int = 10 * 1024', 10240],
    ['const A = 0x1F', 31],
    ['const A = 0o17', 15],
    ['const A = 017', 15],
    ['const A = -1', -1],
    ['const A = 1 << 10', 1024],
    ['const A = true', true],
    ['const B = "x"\nconst A = B + "/y"', 'x/y'],
    ['type T string\nconst A T = "x"', 'x'],
    ['const (\n\tZ = iota\n\tA\n)', 1],
    ['const A = 7 / 2', 3],
  ])('%s', async (go, expected) => {
    const result = await readGo(`${go}\n`)
    expect(result.package.constants.find(({ name }) => name === 'A')?.value).toBe(expected)
  })

  test('of another package', async () => {
    const result = await readPackages({
      'example.com/a/v1': { 'a.go': 'package v1\nimport b "example.com/b"\nconst A = b.B + "!"\n' },
      'example.com/b': { 'b.go': 'package b\nconst B = "x"\n' },
    })
    expect(result.package.constants).toMatchObject([{ name: 'A', value: 'x!' }])
  })

  test('what takes running Go is left out', async () => {
    const result = await readGo('const A = len("x")\nvar B = "x"\nconst c = "x"\n')
    expect(result.package.constants).toEqual([])
  })
})

test('the first of several build variants counts', async () => {
  const result = await readPackages({
    'example.com/a/v1': {
      'a.go': '//go:build x\npackage v1\ntype Toy struct { A string `json:"a"` }\n',
      'b.go': 'package v1\ntype Toy struct { B string `json:"b"` }\n',
    },
  })
  expect(fieldsOf(result, 'Toy')).toEqual(['a 0 string .'])
})

test('structs without JSON are left out unless something needs them', async () => {
  const result = await readGo('type Helper struct { A string }\ntype Toy struct { X int32 `json:"x"` }\n')
  expect(result.package.declarations.map(({ name }) => name)).toEqual(['Toy'])
})

test('names of models and messages follow the path, and the package marker', async () => {
  const result = await readPackages({ 'k8s.io/api-x/toys/v1': { 'a.go': 'package v1\n' } })
  expect(result.package).toMatchObject({ modelPrefix: 'io.k8s.api-x.toys.v1', protoPackage: 'k8s.io.api_x.toys.v1' })
  const marked = await readGo('// +k8s:openapi-model-package=com.example.toys\npackage v1\n')
  expect(marked.package.modelPrefix).toBe('com.example.toys')
})

test('comments are kept apart from markers', async () => {
  const result = await readGo('// Toy is one.\n// +genclient\n// It is small.\ntype Toy struct{}\n')
  expect(structOf(result, 'Toy').doc).toBe('Toy is one.\nIt is small.')
})
