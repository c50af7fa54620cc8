import { expect, it } from 'vitest'
import { customResourceDefinitions } from '../../../codegen/back-ends/crd/custom-resource-definitions.js'
import { formatDiagnostic } from '../../../codegen/diagnostics/diagnostic.js'
import { read } from './read-tags.js'

it('writes the CRD that controller-tools would write', async () => {
  const { model, diagnostics } = await read(`
// A thing.
// +kubebuilder:object:root=true
// +kubebuilder:resource
// +kubebuilder:subresource:status
export interface Thing extends TypeMeta {
  metadata?: ObjectMeta
  // What is wanted.
  spec: { port: IntOrString; cpu?: Quantity; at?: Time; template?: corev1.LocalObjectReference; names?: string[] }
  status?: { ready: boolean }
}
`)
  const [manifest] = customResourceDefinitions(model, { docs: true, diagnostics })
  expect(diagnostics.items).toEqual([])
  const intOrString = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true }
  expect(manifest).toMatchObject({
    metadata: { name: 'things.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Thing', listKind: 'ThingList', plural: 'things', singular: 'thing' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              description: 'A thing.',
              type: 'object',
              required: ['spec'],
              properties: {
                apiVersion: { type: 'string' },
                kind: { type: 'string' },
                metadata: { type: 'object' },
                spec: {
                  description: 'What is wanted.',
                  required: ['port'],
                  properties: {
                    port: intOrString,
                    cpu: intOrString,
                    at: { type: 'string', format: 'date-time' },
                    template: { type: 'object', properties: { name: { type: 'string' } } },
                    names: { type: 'array', items: { type: 'string' } },
                  },
                },
                status: { type: 'object', required: ['ready'], properties: { ready: { type: 'boolean' } } },
              },
            },
          },
        },
      ],
    },
  })
})

it('says when a type contains itself, which a structural schema cannot', async () => {
  const { model, diagnostics } = await read(`
// +kubebuilder:resource
export interface Thing extends TypeMeta { metadata?: ObjectMeta; spec?: Tree }
export interface Tree { name: string; children?: Tree[] }
`)
  const [manifest] = customResourceDefinitions(model, { docs: true, diagnostics })
  expect(diagnostics.items.map(formatDiagnostic)).toEqual([
    expect.stringMatching(/^api\/v1\/types\.ts:9:1: warning: type Tree contains itself.*\[crd-recursive\]\n/),
  ])
  expect(JSON.stringify(manifest)).toContain(
    '"children":{"type":"array","items":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}',
  )
})
