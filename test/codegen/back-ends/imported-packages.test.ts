import { expect, it } from 'vitest'
import { emit } from '../../../codegen/cli/emit.js'
import { Diagnostics, formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { builtInPackages } from '../../../codegen/external/built-in-packages.js'
import { readGoTypes } from '../../../codegen/front-ends/go-types/go-types.js'
import { typeMeta } from '../../../codegen/ir/type-ref.js'
import { placeGenerated, typeErrors } from '../compile-generated.js'

const version = (name: string, shared: string, storage: boolean) => `// +groupName=example.com
package ${name}

import (
\tmetav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
\tone "example.com/a/shared/types"
\ttwo "example.com/b/shared/types"
)

// +kubebuilder:object:root=true
// +kubebuilder:resource
${storage ? '// +kubebuilder:storageversion' : ''}
type Thing struct {
\tmetav1.TypeMeta \`json:",inline"\`
\tmetav1.ObjectMeta \`json:"metadata,omitempty"\`
\tMoved []${shared}.Value \`json:"moved,omitempty"\`
\tOne one.Value \`json:"one"\`
\tTwo two.Value \`json:"two"\`
}
`
const value = (field: string) => `package types\ntype Value struct { A string \`json:"a"\`; ${field} }\n`

it('separates packages with the same last path segment, and converts between their types', async () => {
  const diagnostics = new Diagnostics()
  const packages = Object.entries({
    'example.com/api/v1': version('v1', 'one', true),
    'example.com/api/v2': version('v2', 'two', false),
    'example.com/a/shared/types': value('B int32 `json:"b"`'),
    'example.com/b/shared/types': value('C *int32 `json:"c,omitempty"`'),
    'example.com/9/8': 'package x\ntype Unused struct { A string `json:"a"` }\n',
  }).map(([path, text]) => ({ path, files: [{ name: 'types.go', text }] }))
  const external = await builtInPackages([typeMeta.package])
  const model = await readGoTypes({ source: 'x', packages, external }, diagnostics)
  const options = { docs: 'none' as const, descriptions: true, diagnostics, progress: () => {} }
  const { files } = emit({ model }, ['types', 'defaults', 'conversions', 'client'], options)
  expect(diagnostics.items.filter(({ severity }) => severity === 'error').map(formatDiagnostic)).toEqual([])
  const work = placeGenerated(files)
  try {
    const paths = files.map(({ path }) => path).filter((path) => path.endsWith('.ts'))
    expect(typeErrors(work.folder, paths)).toEqual([])
  } finally {
    work.dispose()
  }
  const types = files.find(({ path }) => path === 'example.com/api/v1/types.gen.ts')?.text
  expect(types).toContain('one: sharedtypes.Value')
  expect(types).toContain('two: sharedtypes_2.Value')
})
