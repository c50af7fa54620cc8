import type { Attack } from './attack.js'
import { configMaps, message, send } from './http1.js'

const names = ['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toString', '__defineGetter__'] as const

/** Objects with the name as a key, or as a value, in each position that a client can write. */
const positions: Readonly<Record<string, (name: string) => string>> = {
  'a field of the object': (name) => `{"metadata":{"name":"p"},"${name}":{"polluted":1}}`,
  'a field of metadata': (name) => `{"metadata":{"name":"p","${name}":{"polluted":1}}}`,
  'a label': (name) => `{"metadata":{"name":"p","labels":{"${name}":"x"}}}`,
  'an annotation': (name) => `{"metadata":{"name":"p","annotations":{"${name}":"x"}}}`,
  'a key of data': (name) => `{"metadata":{"name":"p"},"data":{"${name}":"x"}}`,
  'a key of binary data': (name) => `{"metadata":{"name":"p"},"binaryData":{"${name}":"eA=="}}`,
  'the name': (name) => `{"metadata":{"name":"${name}"}}`,
  'the start of a name': (name) => `{"metadata":{"generateName":"${name}"}}`,
  'a namespace': (name) => `{"metadata":{"name":"p","namespace":"${name}"}}`,
  'a finalizer': (name) => `{"metadata":{"name":"p","finalizers":["${name}"]}}`,
  'an owner': (name) =>
    `{"metadata":{"name":"p","ownerReferences":[{"apiVersion":"${name}","kind":"${name}","name":"${name}","uid":"u"}]}}`,
  'a manager of fields': (name) =>
    `{"metadata":{"name":"p","managedFields":[{"manager":"${name}","operation":"Update","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:${name}":{"f:polluted":{}}}}]}}`,
  'the kind': (name) => `{"kind":"${name}","apiVersion":"v1","metadata":{"name":"p"}}`,
  'the version': (name) => `{"kind":"ConfigMap","apiVersion":"${name}","metadata":{"name":"p"}}`,
}

const bodies = {
  'JSON create': { method: 'POST', path: configMaps, type: 'application/json' },
  'YAML create': { method: 'POST', path: configMaps, type: 'application/yaml' },
  update: { method: 'PUT', path: `${configMaps}/p`, type: 'application/json' },
  'merge patch': { method: 'PATCH', path: `${configMaps}/p`, type: 'application/merge-patch+json' },
  'strategic patch': { method: 'PATCH', path: `${configMaps}/p`, type: 'application/strategic-merge-patch+json' },
  apply: { method: 'PATCH', path: `${configMaps}/p?fieldManager=m`, type: 'application/apply-patch+yaml' },
  'delete options': { method: 'DELETE', path: `${configMaps}/nosuch`, type: 'application/json' },
} as const

function inBodies(): Attack[] {
  return Object.entries(bodies).flatMap(([verb, { method, path, type }]) =>
    Object.entries(positions).flatMap(([position, text]) =>
      names.map((name): Attack => {
        const bytes = message({ method, path, body: text(name), headers: { 'content-type': type } })
        return {
          name: `${verb}, ${position}: ${name}`,
          run: (ports) => send({ bytes }, ports),
          expected: 'answered',
          may500: verb === 'apply' || verb === 'strategic patch',
        }
      }),
    ),
  )
}

const pointers = (name: string): Record<string, string> => ({
  'an added pointer': `[{"op":"add","path":"/${name}/polluted","value":1}]`,
  'an added pointer within data': `[{"op":"add","path":"/data/${name}","value":"x"}]`,
  'a copy': `[{"op":"copy","from":"/${name}","path":"/data"}]`,
  'a move': `[{"op":"move","from":"/metadata","path":"/${name}"}]`,
  'a removal': `[{"op":"remove","path":"/${name}/toString"}]`,
  'a replaced value': `[{"op":"replace","path":"/metadata/labels","value":{"${name}":{"polluted":1}}}]`,
})

function inPointers(): Attack[] {
  const headers = { 'content-type': 'application/json-patch+json' }
  return names.flatMap((name) =>
    Object.entries(pointers(name)).map(
      ([form, body]): Attack => ({
        name: `JSON patch, ${form}: ${name}`,
        run: (ports) => send({ bytes: message({ method: 'PATCH', path: `${configMaps}/p`, body, headers }) }, ports),
        expected: 'answered',
      }),
    ),
  )
}

const parameters = [
  '',
  'labelSelector',
  'fieldSelector',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'limit',
  'dryRun',
  'fieldManager',
  'fieldValidation',
  'pretty',
  'timeoutSeconds',
]

function inQueries(): Attack[] {
  return parameters.flatMap((parameter) =>
    names.map((name): Attack => {
      const query = parameter === '' ? `${name}=1&${name}[polluted]=1` : `${parameter}=${name}`
      return {
        name: `query, ${parameter || 'a parameter'}: ${name}`,
        run: (ports) => send({ bytes: message({ path: `${configMaps}?${query}` }) }, ports),
        expected: 'answered',
      }
    }),
  )
}

/** Names that plain objects of JavaScript have already, in every position. */
export const prototypes: readonly Attack[] = [...inBodies(), ...inPointers(), ...inQueries()]
