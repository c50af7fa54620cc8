import { describe, expect, it } from 'vitest'
import { formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { read } from './read-tags.js'

describe('diagnostics', () => {
  const field = (text: string) => `\nexport interface Spec {\n${text}\n}\nexport interface Inner { a: string }\n`
  it.each<[string, string, string]>([
    [
      'marker-spacing',
      field('  // + optional\n  a: string'),
      'api/v1/types.ts:8:6: warning: no space may follow "+" in a marker',
    ],
    ['marker-spacing', field('  //+optional\n  a: string'), 'api/v1/types.ts:8:5: warning: write "// +optional"'],
    ['marker-spacing', field('  // +listType = set\n  a: string[]'), 'no space may stand before "="'],
    ['marker-name', field('  // +Optional\n  a: string'), 'did you mean "+optional"?'],
    ['marker-name', field('  // +optinal\n  a: string'), 'did you mean "+optional"?'],
    [
      'marker-name',
      field('  // +kubebuilder:validation:Minimun=1\n  a: int32'),
      'did you mean "+kubebuilder:validation:Minimum"?',
    ],
    [
      'marker-name',
      '\n// +k8s:deepcopygen=true\nexport interface A { a: string }\n',
      'did you mean "+k8s:deepcopy-gen"?',
    ],
    [
      'marker-unknown',
      '\n// +kubebuilder:nonsense=1\nexport interface A { a: string }\n',
      '"+kubebuilder:nonsense" is a tag that no tool knows',
    ],
    ['marker-detached', field('  // +optional\n\n  a: string'), 'an empty line parts this marker from its field'],
    [
      'marker-detached',
      '\n// +enum\n\n// One.\n\n// Two.\nexport type A = string\n',
      'an empty line parts this marker from its type',
    ],
    [
      'marker-conflict',
      field('  // +optional\n  // +required\n  a: string'),
      'a field cannot be both optional and required',
    ],
    ['marker-value', field('  // +listType=bag\n  a: string[]'), 'expected one of atomic, set, map'],
    ['marker-value', field('  // +default=abc\n  a: string'), 'the default is not JSON'],
    ['marker-value', field('  // +default=ref(Nobody)\n  a: string'), 'unknown constant Nobody'],
    ['marker-value', field('  // +protobuf=0\n  a: string'), 'not the number of a field'],
    ['marker-target', field('  // +listType=set\n  a: string'), 'a is no list'],
    ['marker-missing', field('  // +listType=map\n  a: Inner[]'), 'needs +listMapKey'],
    ['marker-missing', field('  // +listMapKey=a\n  a: Inner[]'), 'needs +listType=map'],
    [
      'protobuf-number',
      '// +groupName=x\n// +k8s:protobuf-gen=package\nimport type {} from "y"\nexport interface A {\n  // +protobuf=1\n  a: string\n  // +protobuf=1\n  b: string\n}\n',
      'have the same protobuf number 1',
    ],
    [
      'protobuf-number',
      '// +groupName=x\n// +k8s:protobuf-gen=package\nimport type {} from "y"\nexport interface A {\n  a: string\n}\n',
      'write +protobuf=1 to keep it',
    ],
    ['ts-presence', field('  // +required\n  a?: string'), 'is marked +required'],
    [
      'ts-group',
      '// no name\nexport interface A { a: string } // +groupName\n',
      'no group: write "// +groupName=example.com"',
    ],
    ['ts-syntax', '\nexport interface A { a: }\n', 'Type expected'],
    ['ts-type', field('  a: number'), 'use int32, int64, float32 or float64'],
    ['ts-type', field('  a: bigint'), 'bigint is no JSON'],
    ['ts-type', field('  a: string | boolean'), 'a union of types has no form'],
    ['ts-type', field('  a: Set<string>'), 'generic type Set is not supported'],
    ['ts-type', field('  a: Missing'), 'Missing is neither declared nor imported'],
    ['ts-type', field('  a: () => void'), 'is not supported'],
    ['ts-type', field('  a(): void'), 'only properties with a name and a type'],
    ['ts-type', field('  a: corev1.Nothing'), 'apimachinery/api/core/v1 has no type Nothing'],
    [
      'ts-type',
      '\nimport type { X } from "elsewhere"\nexport interface A { x: X }\n',
      'elsewhere is no module with API types',
    ],
    [
      'ts-type',
      '\nimport type { X } from "../v9/types.js"\nexport interface A { x: X }\n',
      '../v9/types.js is not part of the input',
    ],
    ['ts-type', '\nexport interface A<T> { a: string }\n', 'generic type A is not supported'],
    ['ts-type', '\nexport enum E { A = 1 }\n', 'members of E must have texts as values'],
  ])('%s: %#', async (code, body, message) => {
    const { diagnostics } = await read(body)
    const found = diagnostics.items.filter((item) => item.code === code).map(formatDiagnostic)
    expect(found.join('\n')).toContain(message)
    expect(found[0]).toMatch(/^api\/v1\/types\.ts:\d+:\d+: (error|warning): [^\n]+\[[a-z-]+\]\n[^\n]*\n *\^+$/)
  })

  it('reports each problem once', async () => {
    const { diagnostics } = await read(field('  // + optional\n  a: string'))
    expect(diagnostics.items).toHaveLength(1)
  })
})
