import { describe, expect, test } from 'vitest'
import { clusterOf } from '../../../scripts/cases/cluster.js'
import { newestRelease } from '../../../src/api/releases/release.js'
import type { KubernetesObject } from '../../../src/runtime/objects/typed-object.js'

const { judge, typeOf } = clusterOf(newestRelease)

/** The errors of a change of only the text of raw JSON: the messages of the causes. */
async function changedTo(place: Place, [before, after]: readonly [string, string]): Promise<string[]> {
  const { group, version, resource, namespace } = place
  const type = typeOf({ group, version, resource })
  if (type === undefined) throw new Error(`no ${resource}`)
  const { stored } = await judge.create({ type, namespace, body: place.body(before) })
  const { metadata } = stored as unknown as { metadata: Record<string, unknown> }
  metadata.resourceVersion = '1'
  const { status } = await judge.update({ type, namespace, body: place.body(after) }, stored as KubernetesObject)
  return (status?.details?.causes ?? []).map(
    ({ field, message }) => `${field}: ${message?.slice(-'field is immutable'.length)}`,
  )
}

interface Place {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace: string
  readonly body: (raw: string) => string
}

const head = (apiVersion: string, kind: string) =>
  `"apiVersion":"${apiVersion}","kind":"${kind}","metadata":{"name":"c","namespace":"n"}`
const config = (raw: string) =>
  `{"devices":{"requests":[{"name":"r","exactly":{"deviceClassName":"c"}}],"config":[{"opaque":{"driver":"d.example.com","parameters":${raw}}}]}}`

const claims: Place = {
  group: 'resource.k8s.io',
  version: 'v1',
  resource: 'resourceclaims',
  namespace: 'n',
  body: (raw) => `{${head('resource.k8s.io/v1', 'ResourceClaim')},"spec":${config(raw)}}`,
}
const templates: Place = {
  ...claims,
  resource: 'resourceclaimtemplates',
  body: (raw) => `{${head('resource.k8s.io/v1', 'ResourceClaimTemplate')},"spec":{"spec":${config(raw)}}}`,
}
const revisions: Place = {
  group: 'apps',
  version: 'v1',
  resource: 'controllerrevisions',
  namespace: 'n',
  body: (raw) => `{${head('apps/v1', 'ControllerRevision')},"revision":1,"data":${raw}}`,
}

describe.each([
  ['a claim', claims, 'spec'],
  ['a template of claims', templates, 'spec'],
  ['a revision', revisions, 'data'],
] as const)('raw JSON of %s is compared as text', (_, place, field) => {
  test.each([
    ['the same text', ['{"a": 1.0}', '{"a": 1.0}'], false],
    ['other blanks', ['{"a":1}', '{"a": 1}'], true],
    ['another order', ['{"a":1,"b":2}', '{"b":2,"a":1}'], true],
    ['another notation', ['{"a":1}', '{"a":1.0}'], true],
    ['other escapes', ['{"a":"b"}', '{"a":"\\u0062"}'], true],
  ] as const)('%s', async (_, texts, immutable) => {
    expect(await changedTo(place, texts)).toEqual(immutable ? [`${field}: field is immutable`] : [])
  })
})
