import { expect, it } from 'vitest'
import { customResourceDefinitions } from '../../../codegen/back-ends/crd/custom-resource-definitions.js'
import { Diagnostics } from '../../../codegen/diagnostics/diagnostic.js'
import { readCRDs } from '../../../codegen/front-ends/crd/crd.js'

async function v1Of(spec: object): Promise<unknown> {
  const diagnostics = new Diagnostics()
  const document = {
    apiVersion: 'apiextensions.k8s.io/v1beta1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.example.com' },
    spec: { group: 'example.com', names: { kind: 'Thing', plural: 'things' }, ...spec },
  }
  const files = [{ file: 'x.json', text: JSON.stringify(document) }]
  const model = await readCRDs({ source: 'x', files }, diagnostics)
  expect(diagnostics.items.map(({ code }) => code)).toEqual(['crd-version'])
  const [written] = customResourceDefinitions(model, { docs: true, diagnostics })
  return (written as { spec: unknown }).spec
}

const schema = (name: string) => ({
  openAPIV3Schema: { type: 'object', properties: { [name]: { type: 'string' } } },
})
const common = { group: 'example.com', names: { kind: 'Thing', plural: 'things' }, preserveUnknownFields: true }

it('copies shared fields to each version, and renames those that v1 has renamed', async () => {
  const column = { name: 'A', type: 'string' }
  const webhookClientConfig = { url: 'https://x' }
  expect(
    await v1Of({
      version: 'v1',
      scope: 'Cluster',
      validation: schema('a'),
      subresources: { status: {} },
      additionalPrinterColumns: [{ ...column, JSONPath: '.a' }],
      conversion: { strategy: 'Webhook', webhookClientConfig, conversionReviewVersions: ['v1'] },
      preserveUnknownFields: false,
      versions: [
        { name: 'v1', served: true, storage: true },
        { name: 'v2', served: true, storage: false, schema: schema('b'), additionalPrinterColumns: [] },
      ],
    }),
  ).toEqual({
    ...common,
    scope: 'Cluster',
    preserveUnknownFields: false,
    conversion: {
      strategy: 'Webhook',
      webhook: { clientConfig: webhookClientConfig, conversionReviewVersions: ['v1'] },
    },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: schema('a'),
        subresources: { status: {} },
        additionalPrinterColumns: [{ ...column, jsonPath: '.a' }],
      },
      {
        name: 'v2',
        served: true,
        storage: false,
        schema: schema('b'),
        subresources: { status: {} },
        additionalPrinterColumns: [],
      },
    ],
  })
})

it('takes the only version from spec.version, and the defaults of v1beta1', async () => {
  expect(await v1Of({ version: 'v1', validation: schema('a') })).toEqual({
    ...common,
    scope: 'Namespaced',
    versions: [{ name: 'v1', served: true, storage: true, schema: schema('a') }],
  })
})
