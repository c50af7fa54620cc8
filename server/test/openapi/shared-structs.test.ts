import { releaseOf } from 'apimachinery/api/releases'
import { Status } from 'apimachinery/meta/v1'
import { Scheme } from 'apimachinery/runtime'
import { expect, it } from 'vitest'
import { documentStyleOf } from '../../src/kubernetes/document-style.js'
import { definitionsFor } from '../../src/openapi/definitions.js'

it.each([
  ['1.35', false],
  ['1.36', true],
  ['1.37', true],
])('definitions of shared types are those of the release: %s', (name, sharded) => {
  const operation = { responses: new Map([[200, { description: 'OK', schema: Status }]]) }
  const style = documentStyleOf(releaseOf(name))
  const source = { schemes: [new Scheme()], version: 'v3', custom: {}, style } as const
  const definitions = definitionsFor([operation as never], source)
  expect('io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta' in definitions).toBe(true)
  expect('io.k8s.apimachinery.pkg.apis.meta.v1.ShardInfo' in definitions).toBe(sharded)
})
