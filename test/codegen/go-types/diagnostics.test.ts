import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Diagnostics } from '../../../codegen/diagnostics/diagnostic.js'
import { readGoTypes } from '../../../codegen/front-ends/go-types/go-types.js'
import { readGo } from './read.js'

async function messages(text: string): Promise<string[]> {
  return (await readGo(`package v1\n${text}`)).messages
}

describe('errors carry file, line, column and a caret', () => {
  test.each([
    [
      'type Toy struct {\n\tA Missing `json:"a"`\n}\n',
      'types.go:3:4: error: type Missing is not declared [go-type]\n\tA Missing `json:"a"`\n\t  ^^^^^^^',
    ],
    [
      'type Toy struct {\n\tA x.Y `json:"a"`\n}\n',
      'types.go:3:4: error: package x is not imported [go-type]\n\tA x.Y `json:"a"`\n\t  ^^^',
    ],
    [
      'import "example.com/x"\ntype Toy struct {\n\tA x.Y `json:"a"`\n}\n',
      'types.go:4:4: error: type Y of package "example.com/x" is not part of the input, nor of its module, vendor folder or module cache [go-type]\n\tA x.Y `json:"a"`\n\t  ^^^',
    ],
    [
      'type Toy struct {\n\tA map[int32]string `json:"a"`\n}\n',
      'types.go:3:8: error: map keys must be strings [go-type]\n\tA map[int32]string `json:"a"`\n\t      ^^^^^',
    ],
    [
      'type Toy struct {\n\tA chan int `json:"a"`\n}\n',
      'types.go:3:4: error: type "chan int" is not supported [go-type]\n\tA chan int `json:"a"`\n\t  ^^^^^^^^',
    ],
    [
      'type Toy struct {\n\tA **string `json:"a"`\n}\n',
      'types.go:3:5: error: a pointer is not supported here [go-type]\n\tA **string `json:"a"`\n\t   ^^^^^^^',
    ],
    [
      'type Toy struct {\n\tA string `json:"a" protobuf:"bytes,0,opt"`\n}\n',
      'types.go:3:11: error: protobuf tag "bytes,0,opt": "0" is not a field number [go-tag]\n\tA string `json:"a" protobuf:"bytes,0,opt"`\n\t         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
    ],
    [
      'type Toy struct {\n\tA int32 `json:"a" protobuf:"zigzag32,1,opt"`\n}\n',
      'types.go:3:10: error: field Toy.A: zigzag integers are not supported [go-tag]\n\tA int32 `json:"a" protobuf:"zigzag32,1,opt"`\n\t        ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^',
    ],
    [
      'type Toy struct {\n\tA string `json:"a" protobuf: "x"`\n}\n',
      'types.go:3:11: error: malformed struct tag: expected key:"value" at "protobuf: "x"" [go-tag]\n\tA string `json:"a" protobuf: "x"`\n\t         ^^^^^^^^^^^^^^^^^^^^^^^^',
    ],
    [
      'type Toy struct {\n\tA int32 `json:"a,string"`\n}\n',
      'types.go:3:10: error: field Toy.A: ",string" is not supported [go-tag]\n\tA int32 `json:"a,string"`\n\t        ^^^^^^^^^^^^^^^^^',
    ],
    [
      'type Other struct { B string `json:"b"` }\ntype Toy struct {\n\t*Other `json:",inline"`\n\tC string `json:"c"`\n}\n',
      'types.go:4:2: warning: Toy embeds *Other: no Other is taken for an empty one [go-embed]\n\t*Other `json:",inline"`\n\t^^^^^^^^^^^^^^^^^^^^^^^',
    ],
    [
      'type Own struct { A string `json:"a"` }\nfunc (o Own) MarshalJSON() ([]byte, error) { return nil, nil }\ntype Toy struct {\n\tA Own `json:"a"`\n}\n',
      'types.go:2:6: warning: Own has hand-written JSON: read by its fields, unless +kubebuilder:validation:Type says what it is [go-json]\ntype Own struct { A string `json:"a"` }\n     ^^^',
    ],
    [
      'type G[T any] struct { A T `json:"a"` }\ntype Toy struct {\n\tA G `json:"a"`\n}\n',
      'types.go:2:6: error: generic type G is not supported [go-type]\ntype G[T any] struct { A T `json:"a"` }\n     ^',
    ],
    [
      'type Toy struct {\n\t// +listType=odd\n\tA []string `json:"a"`\n}\n',
      'types.go:3:5: error: "+listType=odd": expected one of atomic, set, map [marker-value]\n\t// +listType=odd\n\t   ^^^^^^^^^^^^^',
    ],
    [
      'type Toy struct {\n\t// +default=odd\n\tA string `json:"a"`\n}\n',
      'types.go:3:5: error: "+default=odd": the default is not JSON [marker-value]\n\t// +default=odd\n\t   ^^^^^^^^^^^^',
    ],
    [
      'type Toy struct {\n\t// +default=ref(Odd)\n\tA string `json:"a"`\n}\n',
      'types.go:3:5: error: "+default": unknown constant Odd [marker-value]\n\t// +default=ref(Odd)\n\t   ^^^^^^^^^^^^^^^^^',
    ],
    [
      'type Toy struct {\n\t// +optional\n\t// +required\n\tA string `json:"a"`\n}\n',
      'types.go:4:5: error: a field cannot be both optional and required [marker-conflict]\n\t// +required\n\t   ^^^^^^^^^',
    ],
  ])('%s', async (text, expected) => {
    expect(await messages(text)).toEqual([expected])
  })

  test('a syntax error', async () => {
    const [first] = await messages('type Toy struct {\n\tA string `json:"a"`\n')
    expect(first).toMatch(/^types\.go:\d+:\d+: error: not valid Go \[go-syntax\]/)
  })
})

describe('warnings', () => {
  test.each([
    ['+ optional', 'no space may follow "+" in a marker: "+ optional" is ignored by Go [marker-spacing]'],
    ['+ k8s:required', 'no space may follow "+" in a marker: "+ k8s:required" is ignored by Go [marker-spacing]'],
    ['+Optional', '"+Optional" is ignored by Go; did you mean "+optional"? [marker-name]'],
    ['+listtype=set', '"+listtype" is ignored by Go; did you mean "+listType"? [marker-name]'],
    ['+listType = set', 'no space may stand before "=" in "+listType": the marker is ignored by Go [marker-spacing]'],
    ['+listType= set', 'no space may follow "=" in "+listType" [marker-spacing]'],
    ['+listType: set', '"+listType:" is ignored by Go; write "+listType=…" [marker-spacing]'],
  ])('%s', async (marker, expected) => {
    const [first, ...rest] = await messages(`type Toy struct {\n\t// ${marker}\n\tA string \`json:"a"\`\n}\n`)
    expect(first?.split('\n')[0]).toBe(`types.go:3:5: warning: ${expected}`)
    expect(rest).toEqual([])
  })

  test('a field without a json tag', async () => {
    const [first] = await messages('type Toy struct {\n\tA string\n\tB string `json:"b"`\n}\n')
    expect(first).toBe(
      'types.go:3:2: warning: field Toy.A has no json tag: its JSON name is "A" [go-tag]\n\tA string\n\t^',
    )
  })

  test('a registered type without a declaration', async () => {
    const text = 'func add(s *Scheme) { s.AddKnownTypes(SchemeGroupVersion, &Gone{}) }\n'
    expect(await messages(text)).toEqual([
      'warning: example.com/api/toys/v1 registers example.com/api/toys/v1.Gone, which is no kind of the input [go-registration]',
    ])
  })

  test.each(['+ 1 of something', 'a + b', '+---', 'text +optional'])('prose stays prose: %s', async (text) => {
    expect(await messages(`type Toy struct {\n\t// ${text}\n\tA string \`json:"a"\`\n}\n`)).toEqual([])
  })
})

describe('types without end', () => {
  test.each([
    ['type A []A\n', 'A → A'],
    ['type A map[string]B\ntype B []A\n', 'A → B → A'],
    ['type A struct {\n\tB `json:",inline"`\n}\ntype B struct {\n\tA `json:",inline"`\n}\n', 'A → B → A'],
    ['type A = B\ntype B = A\n', 'A → B → A'],
  ])('%s', async (text, cycle) => {
    const [first] = await messages(text)
    expect(first?.split('\n')[0]).toMatch(/^types\.go:2:6: error: type contains itself without end: /)
    expect(first).toContain(cycle)
  })

  test('a struct between ends a cycle', async () => {
    expect(await messages('type A []B\ntype B struct {\n\tC A `json:"c"`\n}\n')).toEqual([])
  })

  test.each([
    ['a type', `type Toy struct {\n\tA ${'[]'.repeat(20_000)}string \`json:"a"\`\n}\n`],
    ['an expression', `const A = ${'1+'.repeat(20_000)}1\n`],
    ['brackets', `const A = ${'('.repeat(20_000)}1${')'.repeat(20_000)}\n`],
  ])('%s nested very deeply is an error and no crash', async (_, text) => {
    const diagnostics = new Diagnostics()
    const files = [{ name: 'types.go', text: `package v1\n${text}` }]
    await readGoTypes({ source: 'test', packages: [{ path: 'example.com/v1', files }] }, diagnostics)
    expect(diagnostics.items.map(({ code }) => code)).toEqual(['go-depth'])
  })
})

test('broken source gives diagnostics, never an exception', async () => {
  const sample =
    'import m "k8s.io/x"\n// +enum\ntype S string\nconst (\n\tA S = "a"\n\tB = iota\n)\n// +genclient\ntype Toy struct {\n\tm.T `json:",inline"`\n\t// +default={"a": 1}\n\tX []*S `json:"x,omitempty" protobuf:"bytes,1,opt"`\n}\nfunc add(s *X) { s.AddKnownTypes(SchemeGroupVersion, &Toy{}) }\n'
  await fc.assert(
    fc.asyncProperty(
      fc.nat(sample.length),
      fc.nat(12),
      fc.constantFrom('', '`', '"', '{', '}', '(', '\n', '// +', '*', '[]', 'struct', '\u0000', '😀'),
      async (start, length, text) => {
        const result = await messages(sample.slice(0, start) + text + sample.slice(start + length))
        expect(result.every((message) => typeof message === 'string')).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
