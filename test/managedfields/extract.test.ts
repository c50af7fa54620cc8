import { describe, expect, it } from 'vitest'
import { Deployment } from '../../src/api/apps/v1/index.js'
import type { JSONObject } from '../../src/json/json-value.js'
import { extractApplyConfiguration, extractInto, newSchemeTypeConverter } from '../../src/managedfields/index.js'
import { Unstructured } from '../../src/runtime/index.js'
import { scheme } from './pod-tracker.js'

const converter = newSchemeTypeConverter(scheme)

/** An entry of an apply: `['alpha', fields]`, with a subresource perhaps. */
function applied(manager: string, fieldsV1: JSONObject, subresource?: string): JSONObject {
  const entry = { manager, operation: 'Apply', apiVersion: 'apps/v1', fieldsType: 'FieldsV1', fieldsV1 }
  return subresource === undefined ? entry : { ...entry, subresource }
}

function deploymentWith(managedFields: JSONObject[], content: JSONObject): Unstructured {
  return new Unstructured({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { managedFields }, ...content })
}

const replicas = { 'f:spec': { 'f:replicas': {} } }
const kind = { apiVersion: 'apps/v1', kind: 'Deployment' }
const extract = (object: Unstructured, fieldManager: string, subresource?: string): unknown =>
  extractApplyConfiguration(object, converter, { fieldManager, ...(subresource === undefined ? {} : { subresource }) })

describe('extracting an apply configuration', () => {
  it('gives the fields a manager applied, and nothing without such an entry', () => {
    const object = deploymentWith([applied('alpha', replicas), applied('beta', { 'f:spec': { 'f:paused': {} } })], {
      spec: { replicas: 1, paused: true },
    })
    expect(extract(object, 'alpha')).toEqual({ ...kind, spec: { replicas: 1 } })
    expect(extract(object, 'beta')).toEqual({ ...kind, spec: { paused: true } })
    expect(extract(object, 'gamma')).toBeUndefined()
    expect(extract(object, 'alpha', 'status')).toBeUndefined()
    expect(extract(new Unstructured(kind), 'alpha')).toBeUndefined()
  })

  it('passes over an entry that is null', () => {
    const entries = [null, applied('alpha', replicas)] as JSONObject[]
    const extracted = extract(deploymentWith(entries, { spec: { replicas: 1 } }), 'alpha')
    expect(extracted).toEqual({ ...kind, spec: { replicas: 1 } })
  })

  it('takes no entry of an update', () => {
    const object = deploymentWith([{ ...applied('alpha', replicas), operation: 'Update' }], { spec: { replicas: 1 } })
    expect(extract(object, 'alpha')).toBeUndefined()
  })

  it('returns the configuration applied through a subresource', () => {
    const object = deploymentWith([applied('alpha', { 'f:status': { 'f:replicas': {} } }, 'status')], {
      status: { replicas: 1 },
    })
    expect(extract(object, 'alpha', 'status')).toEqual({ ...kind, status: { replicas: 1 } })
    expect(extract(object, 'alpha')).toBeUndefined()
  })

  it('writes into an object that is there', () => {
    const object = deploymentWith([applied('alpha', replicas)], { spec: { replicas: 1 } })
    const target = { spec: 'old' }
    extractInto(object, converter, { fieldManager: 'alpha', applyConfiguration: target })
    expect(target).toEqual({ ...kind, spec: { replicas: 1 } })
    const untouched = {}
    extractInto(object, converter, { fieldManager: 'nobody', applyConfiguration: untouched })
    expect(untouched).toEqual({})
  })

  it('shares nothing with the object', () => {
    const object = deploymentWith([applied('alpha', { 'f:spec': { 'f:selector': {} } })], {
      spec: { selector: { matchLabels: { app: 'web' } } },
    })
    const extracted = extract(object, 'alpha') as { spec: { selector: { matchLabels: JSONObject } } }
    extracted.spec.selector.matchLabels.app = 'changed'
    expect((object.spec as JSONObject).selector).toEqual({ matchLabels: { app: 'web' } })
  })

  it('refuses fields that cannot be read, and objects that are not of their type', () => {
    const broken = deploymentWith([applied('alpha', { bad: {} })], { spec: { replicas: 1 } })
    expect(() => extract(broken, 'alpha')).toThrow(
      'error marshalling FieldsV1 to JSON: parsing key as path element: missing colon: bad',
    )
    const wrong = deploymentWith([], { spec: { replicas: 'x' } })
    expect(() => extract(wrong, 'alpha')).toThrow(
      'error converting obj to typed: .spec.replicas: expected numeric (int or float), got string',
    )
    const nothing = deploymentWith([applied('alpha', { 'f:gone': {} })], {})
    expect(() => extract(nothing, 'alpha')).toThrow(
      expect.objectContaining({
        code: 'InvalidObject',
        message: 'unable to convert managed fields for alpha to unstructured, expected map, got <nil>',
      }),
    )
  })

  it('reads typed objects as well', () => {
    const deployment = new Deployment({
      metadata: { managedFields: [applied('alpha', replicas)] as never },
      spec: { replicas: 2, selector: {}, template: {} },
    })
    expect(extractApplyConfiguration(deployment, converter, { fieldManager: 'alpha' })).toEqual({
      ...kind,
      spec: { replicas: 2 },
    })
  })
})
