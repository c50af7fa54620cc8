import { addToScheme } from 'apimachinery/api'
import type { JSONObject } from 'apimachinery/json'
import { newSchemeTypeConverter } from 'apimachinery/managedfields'
import { Scheme } from 'apimachinery/runtime'
import { describe, expect, it } from 'vitest'
import { applyConfiguration } from '../../src/endpoints/apply-configuration.js'

const scheme = new Scheme()
addToScheme(scheme)
const types = newSchemeTypeConverter(scheme)
const deployment = (spec: JSONObject, metadata: JSONObject = {}): JSONObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd', ...metadata },
  spec,
})
const container = (more: JSONObject = {}): JSONObject => ({ name: 'c', image: 'i', ...more })
const podOf = (spec: JSONObject): JSONObject => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec })

// Facts of TestApplyConfiguration of k8s.io/apiserver/pkg/admission/plugin/policy/mutating/patch.
describe('a configuration that a policy applies', () => {
  it('is merged into the object: scalars, maps, and lists by their keys', () => {
    const content = deployment(
      { replicas: 1, template: { spec: { containers: [container()] } } },
      { labels: { a: '1' } },
    )
    const configuration = {
      metadata: { labels: { b: '2' } },
      spec: {
        replicas: 5,
        template: {
          spec: {
            containers: [
              { name: 'c', image: 'j' },
              { name: 'd', image: 'k' },
            ],
          },
        },
      },
    }
    expect(applyConfiguration(types, content, configuration)).toMatchObject(
      deployment(
        {
          replicas: 5,
          template: { spec: { containers: [container({ image: 'j' }), { name: 'd', image: 'k' }] } },
        },
        { labels: { a: '1', b: '2' } },
      ),
    )
  })

  it('is of the kind of the object, whatever it says', () => {
    const merged = applyConfiguration(types, podOf({}), { apiVersion: 'x/v1', kind: 'X', spec: { hostNetwork: true } })
    expect(merged).toMatchObject(podOf({ hostNetwork: true }))
  })

  const refused = (...paths: string[]) =>
    `invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${paths.join(', ')}`

  it.each<{ what: string; spec: JSONObject; paths: string[] }>([
    { what: 'a list', spec: { containers: [container({ args: ['x'] })] }, paths: ['.spec.containers[0].args'] },
    { what: 'a map', spec: { nodeSelector: { a: 'b' } }, paths: ['.spec.nodeSelector'] },
    {
      what: 'a struct, and what is in it',
      spec: { containers: [container({ env: [{ name: 'e', valueFrom: { fieldRef: { fieldPath: 'p' } } }] })] },
      paths: ['.spec.containers[0].env[0].valueFrom.fieldRef'],
    },
    {
      what: 'several',
      spec: { nodeSelector: {}, containers: [container(), container({ name: 'd', command: [] })] },
      paths: ['.spec.nodeSelector', '.spec.containers[1].command'],
    },
  ])('must not replace $what as a whole', ({ spec, paths }) => {
    expect(() => applyConfiguration(types, podOf({}), { spec })).toThrow(refused(...paths))
  })

  it('must not replace values of any kind, and texts in them are no lists', () => {
    const revision: JSONObject = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'r' },
      revision: 1,
    }
    const data = { text: 'abc', list: ['x', { y: 'z' }], number: 1 }
    expect(() => applyConfiguration(types, revision, { data })).toThrow(
      expect.objectContaining({ message: refused('.data', '.data.list', '.data.list[1]') }),
    )
  })

  it('may leave out, or clear, what would be replaced as a whole', () => {
    expect(applyConfiguration(types, podOf({}), { spec: { nodeSelector: null, hostPID: true } })).toMatchObject({
      spec: { hostPID: true },
    })
  })

  it('fits the kind, as the object does', () => {
    expect(() => applyConfiguration(types, podOf({}), { spec: { nothing: 1 } })).toThrow(
      'failed to convert patch object to typed object: .spec.nothing: field not declared in schema',
    )
    expect(() => applyConfiguration(types, podOf({ nothing: 1 }), { spec: {} })).toThrow(
      'failed to convert original object to typed object: .spec.nothing: field not declared in schema',
    )
  })

  it('finds duplicates in the object, not in itself', () => {
    const twice = [
      container({
        env: [
          { name: 'e', value: '1' },
          { name: 'e', value: '2' },
        ],
      }),
    ]
    expect(() => applyConfiguration(types, podOf({ containers: twice }), { spec: { hostPID: true } })).not.toThrow()
    expect(() => applyConfiguration(types, podOf({}), { spec: { containers: twice } })).toThrow('duplicate entries')
  })
})
