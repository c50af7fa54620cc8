import { describe, expect, test } from 'vitest'
import { TypeIndex } from '../../codegen/ir/type-index.js'
import { eachNamedRef, namedRef } from '../../codegen/ir/type-ref.js'
import { parseTypeRef, typeRefText } from '../../codegen/ir/type-ref-text.js'
import { readSnapshot, writeSnapshot } from '../../codegen/snapshots/snapshot.js'
import { readGo } from './go-types/read.js'

describe('type references as text', () => {
  test.each([
    'string',
    'string(types.UID)',
    '#Own',
    'k8s.io/api/core/v1#Pod',
    '[]#Own',
    '[]*k8s.io/api/core/v1#Pod',
    'map[]bytes',
    'map[v1.ResourceName]quantity',
    'map[v1.ResourceName]*[]#Own',
    'map[]*[]#Own',
    'orBool:#JSONSchemaProps',
    '[]orArray:k8s.io/x#JSONSchemaProps',
  ])('%s is read and written back', (text) => {
    expect(typeRefText(parseTypeRef(text, 'example.com/home'), 'example.com/home')).toBe(text)
  })

  test('every declared type that a reference mentions is found', () => {
    const names: string[] = []
    for (const text of ['map[][]a#A', 'orBool:b#B', 'string', '[]*c#C']) {
      eachNamedRef(parseTypeRef(text), ({ name }) => names.push(name))
    }
    expect(names).toEqual(['A', 'B', 'C'])
  })
})

describe('snapshots', () => {
  test('keep everything but comments and places', async () => {
    const result = await readGo(
      '// Toy.\n// +genclient\n// +kubebuilder:object:root=true\ntype Toy struct {\n\tmetav1.TypeMeta `json:",inline"`\n\t// Text.\n\t// +featureGate=X\n\t// +optional\n\tOddName *[]S `json:"a" protobuf:"bytes,1,opt,name=b"`\n}\n// +enum\ntype S string\nconst A S = "a"\ntype B = Toy\n',
    )
    const { source, package: read } = readSnapshot(writeSnapshot('src', result.package))
    expect(source).toBe('src')
    const plain = JSON.parse(
      JSON.stringify(result.package, (key, value: unknown) => (key === 'span' || key === 'doc' ? undefined : value)),
    ) as unknown
    expect(JSON.parse(JSON.stringify(read))).toEqual(plain)
    expect(writeSnapshot('src', read)).toBe(writeSnapshot('src', result.package))
  })
})

test('a cyclic alias is resolved to nothing', () => {
  const declarations = [
    { form: 'alias' as const, name: 'A', target: namedRef('p', 'B') },
    { form: 'alias' as const, name: 'B', target: namedRef('p', 'A') },
  ]
  const pkg = {
    path: 'p',
    modelPrefix: 'p',
    digest: '',
    declarations,
    constants: [],
    registered: [],
    registersMeta: false,
  }
  expect(new TypeIndex({ source: '', packages: [pkg] }).resolve(namedRef('p', 'A'))).toBeUndefined()
})
