import { afterEach, describe, expect, test, vi } from 'vitest'
import { registerCustomResource } from '../../src/openapi/custom-resource/register-custom-resource.js'
import { fromUnstructured } from '../../src/runtime/objects/unstructured-converter.js'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import { CodecFactory } from '../../src/runtime/serializer/codec-factory.js'
import { StrictDecodingError } from '../../src/runtime/strict-decoding-error.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { apimachinery, folderWith } from '../cli/command.js'

const text = { type: 'string' }
const crd = {
  spec: {
    group: 'cert.example.com',
    names: { plural: 'certificates', kind: 'Certificate', listKind: 'CertificateList' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  issuerRef: { type: 'object', properties: { name: text, kind: text } },
                  names: { type: 'array', items: { type: 'object', properties: { dns: text } } },
                  labels: { type: 'object', additionalProperties: text },
                  open: {
                    type: 'object',
                    'x-kubernetes-preserve-unknown-fields': true,
                    properties: { a: { type: 'object', properties: { b: text } } },
                  },
                  template: {
                    type: 'object',
                    'x-kubernetes-embedded-resource': true,
                    properties: { data: { type: 'object' } },
                  },
                },
              },
              status: { type: 'object', properties: { ready: { type: 'boolean' } } },
            },
          },
        },
      },
    ],
  },
}
const register = (scheme: Scheme): void => void registerCustomResource(crd as never, { scheme })
const scheme = new Scheme()
register(scheme)
const gvk = new GroupVersionKind('cert.example.com', 'v1', 'Certificate')
const Certificate = scheme.classFor(gvk)!
const codecs = new CodecFactory(scheme, { mode: 'strict' })

const head = { apiVersion: 'cert.example.com/v1', kind: 'Certificate', metadata: { name: 'a', namespace: 'n' } }
const certificate = (more: object) => ({ ...head, ...more })
const bad = certificate({
  spec: { issuerRef: { name: 'x', knd: 'y' }, names: [{ dns: 'a' }, { dsn: 'b' }] },
  status: { redy: true },
})
const expected = ['spec.issuerRef.knd', 'spec.names[1].dsn', 'status.redy'].map((path) => `unknown field "${path}"`)

function objections(work: () => unknown): readonly string[] {
  try {
    work()
    return []
  } catch (error) {
    if (error instanceof StrictDecodingError) return error.errors
    throw error
  }
}

describe('strict reading of a kind that a definition describes', () => {
  const decode = (data: string | Uint8Array) => objections(() => codecs.universalDeserializer().decode(data))

  test('finds unknown fields below spec and status in JSON, with their places, first and again', () => {
    const json = JSON.stringify(bad, null, 1)
    for (let i = 0; i < 2; i++) expect(decode(json)).toEqual(expected)
    const error = (() => {
      try {
        codecs.universalDeserializer().decode(json)
        return undefined
      } catch (thrown) {
        return thrown as StrictDecodingError
      }
    })()
    const lines = json.split('\n')
    const named = error?.findings.map(({ position }) => lines[(position?.line ?? 0) - 1]?.trim())
    expect(named).toEqual(['"knd": "y"', '"dsn": "b"', '"redy": true'])
    expect(error?.decoded?.object).toMatchObject({ spec: { issuerRef: { knd: 'y' } } })
  })

  test('in YAML, CBOR and plain objects', () => {
    expect(decode('apiVersion: cert.example.com/v1\nkind: Certificate\nspec: {issuerRef: {knd: y}}\n')).toEqual([
      expected[0],
    ])
    const cbor = codecs.supportedMediaTypes().find(({ mediaType }) => mediaType === 'application/cbor')
    expect(decode(cbor!.serializer.encode(fromUnstructured(bad, Certificate)))).toEqual(expected)
    expect(objections(() => fromUnstructured(bad, Certificate, { mode: 'strict' }))).toEqual(expected)
  })

  test('in lists', () => {
    const list = { apiVersion: 'cert.example.com/v1', kind: 'CertificateList', items: [certificate({}), bad] }
    const inItem = expected.map((message) => message.replace('"', '"items[1].'))
    expect(decode(JSON.stringify(list))).toEqual(inItem)
  })

  test('says nothing of what the schema lets pass, and all of what ObjectMeta does not have', () => {
    const labels = { 'a.b/c': 'd' }
    const open = { anything: { goes: 1 }, a: { b: 'c' } }
    const template = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: {} }
    expect(decode(JSON.stringify(certificate({ spec: { labels, open, template } })))).toEqual([])
    const worse = { open: { a: { x: 1 } }, template: { ...template, metadata: { nam: 'x' }, dat: {} } }
    expect(decode(JSON.stringify({ ...certificate({ spec: worse }), metadata: { nam: 'a' }, more: 1 }))).toEqual(
      ['metadata.nam', 'more', 'spec.open.a.x', 'spec.template.dat', 'spec.template.metadata.nam'].map(
        (path) => `unknown field "${path}"`,
      ),
    )
  })

  test('does not affect other modes', () => {
    const faithful = new CodecFactory(scheme).universalDeserializer().decode(JSON.stringify(bad)).object
    expect(JSON.parse(JSON.stringify(faithful))).toEqual(bad)
  })
})

test('the class knows its list, and its list the class', () => {
  expect(Certificate.listClass?.groupVersionKind.toString()).toBe('cert.example.com/v1, Kind=CertificateList')
  expect(Certificate.listClass?.itemClass).toBe(Certificate)
  expect(Certificate.resource?.subresources).toEqual(['status'])
})

describe('the command', () => {
  const shared = globalThis as { registerForTest?: typeof register | undefined }
  afterEach(() => {
    shared.registerForTest = undefined
  })

  test('validate --scheme refuses a misspelt field of a custom resource, with its place', async () => {
    shared.registerForTest = register
    const cwd = folderWith({
      'scheme.mjs': 'export const addToScheme = (scheme) => globalThis.registerForTest(scheme)\n',
      'bad.yaml':
        'apiVersion: cert.example.com/v1\nkind: Certificate\nmetadata: {name: a, namespace: n}\nspec:\n  issuerRef:\n    knd: y\n',
    })
    const { code, err } = await apimachinery(['validate', '-f', 'bad.yaml', '--scheme', 'scheme.mjs'], { cwd })
    expect(code).toBe(1)
    expect(err).toContain('bad.yaml:6:5: unknown field "spec.issuerRef.knd"')
  })
})

describe('thousands of unknown fields', () => {
  const reading = (text: string): StrictDecodingError => {
    try {
      codecs.universalDeserializer().decode(new TextEncoder().encode(text))
    } catch (error) {
      return error as StrictDecodingError
    }
    throw new Error('nothing was found')
  }
  const fields = (count: number): string => Array.from({ length: count }, (_, index) => `"f${index}":1`).join(',')

  test.each([
    ['of the object', `{"apiVersion":"cert.example.com/v1","kind":"Certificate",${fields(5000)}}`, 'f0'],
    [
      'of a field',
      `{"apiVersion":"cert.example.com/v1","kind":"Certificate","spec":{"issuerRef":{${fields(5000)}}}}`,
      'spec.issuerRef.f0',
    ],
    [
      'that are there twice',
      `{"apiVersion":"cert.example.com/v1","kind":"Certificate","status":{${fields(2500)},${fields(2500)}}}`,
      'status.f0',
    ],
  ])('%s: each object is searched once', (_form, text, first) => {
    const search = vi.spyOn(Array.prototype, 'lastIndexOf')
    const error = reading(text)
    const searched = search.mock.calls.length
    search.mockRestore()
    expect(searched).toBeLessThan(100)
    const found = error.findings.find(({ message }) => message === `unknown field "${first}"`)
    expect(found).toBeDefined()
  })
})
