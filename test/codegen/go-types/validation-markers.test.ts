import { expect, test } from 'vitest'
import { declarationOf, readGo } from './read.js'

/** Facets that the front end gives to the first field of `Toy`, or to the type `Named`. */
async function facets(body: string): Promise<unknown> {
  const result = await readGo(body)
  expect(result.messages).toEqual([])
  const toy = result.package.declarations.find(({ name }) => name === 'Toy')
  if (toy?.form === 'struct' && toy.fields[0] !== undefined) return toy.fields[0].options.schema
  const named = declarationOf(result, 'Named')
  return named.form === 'named' ? named.schema : named
}

test.each([
  ['+kubebuilder:validation:Enum=Drain;Skip', { enum: ['Drain', 'Skip'] }],
  ['+kubebuilder:validation:MinLength=1', { minLength: 1 }],
  ['+kubebuilder:validation:Pattern=`^a$`', { pattern: '^a$' }],
  ['+kubebuilder:validation:XValidation:rule="self != \'\'"', { rules: [{ rule: "self != ''" }] }],
])('%s on a named type counts for every use of it', async (marker, expected) => {
  expect(await facets(`// Named.\n// ${marker}\ntype Named string\n`)).toEqual(expected)
})

test.each([
  ['+kubebuilder:pruning:PreserveUnknownFields', { extra: { 'x-kubernetes-preserve-unknown-fields': true } }],
  ['+kubebuilder:validation:EmbeddedResource', { extra: { 'x-kubernetes-embedded-resource': true } }],
  ['+kubebuilder:validation:Type=string', { extra: { type: 'string' } }],
  [
    '+kubebuilder:validation:AtMostOneOf=a;b',
    { rules: [expect.objectContaining({ rule: expect.stringContaining('<= 1') })] },
  ],
  ['+kubebuilder:validation:Schemaless', { extra: expect.objectContaining({ type: null, properties: null }) }],
])('%s on a field is a keyword of its schema', async (marker, expected) => {
  expect(await facets(`type Toy struct {\n\t// ${marker}\n\tA map[string]string \`json:"a"\`\n}\n`)).toEqual(expected)
})
