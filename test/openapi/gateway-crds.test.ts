import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import type { JSONObject } from '../../src/json/json-value.js'
import { DefaultRESTMapper } from '../../src/meta/rest-mapper/default-rest-mapper.js'
import type { CustomResourceDefinitionFields } from '../../src/openapi/custom-resource/read-definition.js'
import { registerCustomResource } from '../../src/openapi/custom-resource/register-custom-resource.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'

const folder = '../shared/upstream/crds/gateway-api'
const present = existsSync(folder)
if (!present) console.warn(`${folder} is not there: the tests with given CRDs are skipped`)

function definitions(): CustomResourceDefinitionFields[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .flatMap((file) =>
      parseAllDocuments(readFileSync(join(folder, file), 'utf8')).map((each) => each.toJS() as JSONObject),
    )
    .filter((each) => each?.kind === 'CustomResourceDefinition') as CustomResourceDefinitionFields[]
}

const route = (): JSONObject => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'HTTPRoute',
  metadata: { name: 'r', namespace: 'default' },
  spec: { parentRefs: [{ name: 'g' }], rules: [{ backendRefs: [{ name: 's', port: 80 }] }] },
})

describe.skipIf(!present)('given CRDs', () => {
  const scheme = new Scheme()
  const mapper = new DefaultRESTMapper()
  const resources = new Map(
    (present ? definitions() : []).map((crd) => {
      const resource = registerCustomResource(crd, { scheme, mapper })
      return [resource.kind, resource]
    }),
  )
  const routes = resources.get('HTTPRoute')?.versions.get('v1')

  it('are registered, and all their rules compile', () => {
    expect(resources.size).toBeGreaterThan(5)
    for (const { versions, kind } of resources.values()) {
      for (const version of versions.values()) expect(version.rules.compilationErrors(), kind).toEqual([])
    }
    const mapping = mapper.restMapping({ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute' }, 'v1')
    expect(mapping.resource.resource).toBe('httproutes')
  })

  it('default, prune and judge their objects', () => {
    const object: JSONObject = { ...route(), unknown: 1 }
    expect(routes?.admit(object)).toEqual(['unknown'])
    expect(object.spec).toMatchObject({
      parentRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'g' }],
      rules: [
        {
          backendRefs: [{ group: '', kind: 'Service', name: 's', port: 80, weight: 1 }],
          matches: [{ path: { type: 'PathPrefix', value: '/' } }],
        },
      ],
    })
    expect(routes?.validate(object)).toEqual([])
  })

  it('say what is wrong, with paths and words of Go', () => {
    const object = route()
    Object.assign((object.spec as JSONObject).rules as JSONObject[], [
      { matches: [{ path: { type: 'Wrong', value: 'x' } }], backendRefs: [{ name: 's', port: 99_999 }] },
    ])
    routes?.admit(object)
    expect(routes?.validate(object).map(({ message }) => message)).toEqual([
      'spec.rules[0].matches[0].path.type: Unsupported value: "Wrong": supported values: "Exact", "PathPrefix", "RegularExpression"',
      'spec.rules[0].backendRefs[0].port: Invalid value: 99999: spec.rules[0].backendRefs[0].port in body should be less than or equal to 65535',
      '<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
    ])
  })

  it('run their rules', () => {
    const object = route()
    Object.assign((object.spec as JSONObject).rules as JSONObject[], [{ backendRefs: [{ name: 's' }] }])
    routes?.admit(object)
    expect(routes?.validate(object).map(({ message }) => message)).toEqual([
      'spec.rules[0].backendRefs[0]: Invalid value: Must have port for Service reference',
    ])
  })

  it('work through the scheme', () => {
    const gvk = new GroupVersionKind('gateway.networking.k8s.io', 'v1', 'HTTPRoute')
    const type = scheme.classFor(gvk)
    const object = Object.assign(scheme.new(gvk), route()) as never
    expect(type?.name).toBe('HTTPRoute')
    scheme.default(object)
    expect(scheme.validate(object)).toEqual([])
  })
})
