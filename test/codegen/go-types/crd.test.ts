import { describe, expect, test } from 'vitest'
import { customResourceDefinitions } from '../../../codegen/back-ends/crd/custom-resource-definitions.js'
import { Diagnostics } from '../../../codegen/diagnostics/diagnostic.js'
import { allBuiltInPackages } from '../../../codegen/external/built-in-packages.js'
import { readGoTypes } from '../../../codegen/front-ends/go-types/go-types.js'

/** The CRD of kind `Toy`, which gets the given fields, and the messages. */
async function crd(fields: string, { markers = '', more = '', pkg = '' } = {}) {
  const diagnostics = new Diagnostics()
  const text = `// +groupName=example.com
${pkg}
package v1

import (
\tcorev1 "k8s.io/api/core/v1"
\t. "k8s.io/apimachinery/pkg/apis/meta/v1"
\t"net/netip"
\t"time"
)

// +kubebuilder:object:root=true
// +kubebuilder:resource
${markers}
type Toy struct {
\tTypeMeta \`json:",inline"\`
\tObjectMeta \`json:"metadata,omitempty"\`
${fields}
}
${more}
`
  const packages = [{ path: 'example.com/api/v1', files: [{ name: 'types.go', text }] }]
  const model = await readGoTypes({ source: 'x', packages, external: await allBuiltInPackages() }, diagnostics)
  const [written] = customResourceDefinitions(model, { docs: false, diagnostics })
  const document = written as never as { metadata: object; spec: { versions: object[] } }
  const version = document?.spec.versions[0] as Schema
  return { document, version, messages: diagnostics.items.map(({ message }) => message) }
}

interface Schema {
  subresources?: object
  schema: { openAPIV3Schema: { properties: Record<string, object>; required?: string[] } }
}

describe('schemas are those of controller-tools', () => {
  test.each([
    ['int', { type: 'integer' }],
    ['uint', { type: 'integer' }],
    ['int8', { type: 'integer' }],
    ['int16', { type: 'integer' }],
    ['uint16', { type: 'integer' }],
    ['int32', { type: 'integer', format: 'int32' }],
    ['uint32', { type: 'integer', format: 'int32' }],
    ['int64', { type: 'integer', format: 'int64' }],
    ['uint64', { type: 'integer', format: 'int64' }],
    ['float32', { type: 'number' }],
    ['float64', { type: 'number' }],
    ['[]int', { type: 'array', items: { type: 'integer' } }],
    ['map[string]uint8', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['Number', { type: 'integer', minimum: 1 }],
    ['corev1.URIScheme', { type: 'string' }],
    ['corev1.ServiceExternalTrafficPolicyType', { type: 'string' }],
    ['Time', { type: 'string', format: 'date-time' }],
    ['time.Duration', { type: 'integer', format: 'int64' }],
    ['netip.Addr', { type: 'string' }],
    ['Colour', { type: 'string', enum: ['', 'red'] }],
    ['Text', { type: 'string', pattern: '^x$' }],
    ['Written', { type: 'string' }],
  ])('%s', async (type, expected) => {
    const more = `
// +kubebuilder:validation:Minimum=1
type Number int
// +enum
// +kubebuilder:validation:Enum:="";red
type Colour string
const Red Colour = "red"
// +kubebuilder:validation:Pattern=^x$
type Text struct { a, b int }
func (t *Text) MarshalText() ([]byte, error) { return nil, nil }
// +kubebuilder:validation:Type=string
type Written struct { A int \`json:"a"\` }
func (w Written) MarshalJSON() ([]byte, error) { return nil, nil }
`
    const { version, messages } = await crd(`\tA ${type} \`json:"a"\``, { more })
    expect(messages).toEqual([])
    expect(version.schema.openAPIV3Schema.properties.a).toEqual(expected)
  })

  test('hand-written JSON without fields may be anything, with a warning', async () => {
    const more = 'type Odd struct { X int }\nfunc (o *Odd) MarshalJSON() ([]byte, error) { return nil, nil }\n'
    const { version, messages } = await crd('\tA Odd `json:"a"`', { more })
    expect(version.schema.openAPIV3Schema.properties.a).toEqual({ 'x-kubernetes-preserve-unknown-fields': true })
    expect(messages).toEqual([
      'Odd has hand-written JSON: taken for any value, unless +kubebuilder:validation:Type says what it is',
    ])
  })

  test('a field without schema has the type that is declared', async () => {
    const field =
      '\t// +kubebuilder:validation:Schemaless\n\t// +kubebuilder:validation:Type=string\n\tA chan int `json:"a"`'
    const { version, messages } = await crd(field)
    expect([version.schema.openAPIV3Schema.properties.a, messages]).toEqual([{ type: 'string' }, []])
  })

  test('fields are optional where the package says so', async () => {
    const fields = '\tA string `json:"a"`\n\t// +required\n\tB string `json:"b"`'
    const required = async (pkg: string) => (await crd(fields, { pkg })).version.schema.openAPIV3Schema.required
    expect(await required('')).toEqual(['a', 'b'])
    expect(await required('// +kubebuilder:validation:Optional')).toEqual(['b'])
  })

  test('metadata, selectable fields and skipped versions', async () => {
    const markers = `// +kubebuilder:metadata:annotations="a.b/c=d",labels="e=f"
// +kubebuilder:selectablefield:JSONPath=.spec.a`
    const { version, document } = await crd('\tStatus string `json:"status,omitempty"`', {
      markers: `// +genclient\n${markers}`,
    })
    expect(document.metadata).toEqual({ name: 'toys.example.com', annotations: { 'a.b/c': 'd' }, labels: { e: 'f' } })
    expect(version).toMatchObject({ selectableFields: [{ jsonPath: '.spec.a' }] })
    expect(version.subresources).toBeUndefined()
    expect((await crd('', { markers: '// +kubebuilder:skipversion' })).document).toBeUndefined()
  })

  test('a status is a subresource by its marker only', async () => {
    const status = '\tStatus string `json:"status,omitempty"`'
    const subresources = async (...lines: string[]) =>
      (await crd(status, { markers: lines.map((line) => `// +${line}`).join('\n') })).version.subresources
    expect(await subresources('genclient')).toBeUndefined()
    expect(await subresources('genclient', 'kubebuilder:subresource:status')).toEqual({ status: {} })
    const scale = 'kubebuilder:subresource:scale:specpath=.a,statuspath=.b'
    expect(await subresources('genclient', scale)).toEqual({
      scale: { specReplicasPath: '.a', statusReplicasPath: '.b' },
    })
  })
})
