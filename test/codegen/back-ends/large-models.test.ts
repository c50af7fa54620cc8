import { expect, it } from 'vitest'
import { emit } from '../../../codegen/cli/emit.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { builtInPackages } from '../../../codegen/external/built-in-packages.js'
import { readCRDs } from '../../../codegen/front-ends/crd/crd.js'
import { readGoTypes } from '../../../codegen/front-ends/go-types/go-types.js'
import { readOpenAPI } from '../../../codegen/front-ends/openapi/openapi.js'
import { typeMeta } from '../../../codegen/ir/type-ref.js'
import { long } from '../../rounds.js'

// Each type is used twice by the one before: as many paths as 2 to the power of types.
const types = 24
const chain = Array.from(
  { length: types },
  (_, i) => `type T${i} struct { A T${i + 1} \`json:"a"\`; B T${i + 1} \`json:"b"\` }`,
)
const version = (name: string) => `// +groupName=example.com
package ${name}
import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
// +kubebuilder:object:root=true
${name === 'v1' ? '// +kubebuilder:storageversion' : ''}
type Kind struct { metav1.TypeMeta \`json:",inline"\`; metav1.ObjectMeta \`json:"metadata,omitempty"\`; S T0 \`json:"s"\` }
${chain.join('\n')}
type T${types} struct { X string \`json:"${name}"\` }
`

async function diamond(...versions: string[]) {
  const diagnostics = new Diagnostics()
  const packages = versions.map((name) => ({
    path: `example.com/${name}`,
    files: [{ name: 'types.go', text: version(name) }],
  }))
  const external = await builtInPackages([typeMeta.package])
  const model = await readGoTypes({ source: 'x', packages, external }, diagnostics)
  return { model, diagnostics, options: { docs: 'none' as const, descriptions: true, diagnostics, progress: () => {} } }
}

it('reports losses up to a number that can be read', async () => {
  const { model, options } = await diamond('v1', 'v2')
  const { files } = emit({ model }, ['types', 'conversions', 'defaults', 'client'], options)
  const lines = files.find(({ path }) => path.endsWith('conversions.txt'))?.text.split('\n') ?? []
  expect(lines).toHaveLength(2 + 2 * (1 + 1000 + 1) + 1)
  expect(lines.filter((line) => line === '  and more')).toHaveLength(2)
})

it('refuses schemas that would be too large', async () => {
  // Each is read until it is too large, which takes seconds.
  const versions = long ? ['v1', 'v2'] : ['v1']
  const { model, diagnostics, options } = await diamond(...versions)
  emit({ model }, ['crd'], options)
  const errors = diagnostics.items.filter(({ severity }) => severity === 'error')
  expect(errors.map(({ code }) => code)).toEqual(versions.map(() => 'crd-size'))
})

const nested = (depth: number) => `${'{"type":"object","properties":{"a":'.repeat(depth)}{}${'}}'.repeat(depth)}`

it.each([
  [480, []],
  [600, ['x.json:1:1: error: a version nests deeper than 1000 [crd-depth]']],
])('reads definitions that nest %i deep', async (depth, expected) => {
  const diagnostics = new Diagnostics()
  const text = `{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{"name":"a.b.c"},"spec":{"group":"b.c","scope":"Cluster","names":{"kind":"A","plural":"a"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":${nested(depth)}}}]}}`
  const model = await readCRDs({ source: 'x', files: [{ file: 'x.json', text }] }, diagnostics)
  emit({ model }, ['types', 'crd', 'openapi'], { docs: 'none', descriptions: true, diagnostics, progress: () => {} })
  expect(diagnostics.items.map((item) => formatDiagnostic(item).split('\n')[0])).toEqual(expected)
})

it('refuses models that nest too deep', async () => {
  const diagnostics = new Diagnostics()
  const text = `{"swagger":"2.0","paths":{},"definitions":{"a.A":${nested(600)}}}`
  await readOpenAPI({ source: 'x', files: [{ file: 'x.json', text }] }, diagnostics)
  expect(diagnostics.items.map(({ code }) => code)).toEqual(['openapi-depth'])
})
