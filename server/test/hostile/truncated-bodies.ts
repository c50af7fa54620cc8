import type { Attack } from './attack.js'
import { configMaps, message, send } from './http1.js'

const targets = {
  create: { method: 'POST', path: configMaps, type: 'application/json' },
  update: { method: 'PUT', path: `${configMaps}/kube-root-ca.crt`, type: 'application/json' },
  apply: { method: 'PATCH', path: `${configMaps}/x?fieldManager=a`, type: 'application/apply-patch+yaml' },
  delete: { method: 'DELETE', path: `${configMaps}/x`, type: 'application/json' },
  review: { method: 'POST', path: '/apis/authorization.k8s.io/v1/subjectaccessreviews', type: 'application/json' },
} as const

/** Bodies in chunks: with `end` the peer then ends its half. */
const chunked: Readonly<Record<string, { readonly body: string; readonly end?: boolean }>> = {
  'no number for a size': { body: 'zz\r\n' },
  'a negative size': { body: '-1\r\n' },
  'a size of 68 bits': { body: 'fffffffffffffffff\r\n' },
  'less than the size says': { body: '3\r\n{}\r\n0\r\n\r\n' },
  'a line feed in an extension': { body: '1;a\nb\r\n{\r\n0\r\n\r\n' },
  'an end within a chunk': { body: '5\r\n{"a"', end: true },
  'an end within a size': { body: '5', end: true },
  'an end before the last chunk': { body: '2\r\n{}\r\n', end: true },
  'an end within trailers': { body: '2\r\n{}\r\n0\r\nx: y', end: true },
  'an end before any chunk': { body: '', end: true },
}

function overChunks(): Attack[] {
  return Object.entries(targets).flatMap(([target, { method, path, type }]) =>
    Object.entries(chunked).map(([form, { body, end = false }]): Attack => {
      const headers = { 'content-type': type, 'transfer-encoding': 'chunked' }
      const bytes = Buffer.concat([message({ method, path, headers }), Buffer.from(body)])
      return { name: `${target}, chunked: ${form}`, run: (ports) => send({ bytes, end }, ports), expected: 'refused' }
    }),
  )
}

function overLengths(): Attack[] {
  return Object.entries(targets).flatMap(([target, { method, path, type }]) =>
    [1, 100, 2 ** 31, 2 ** 53].map((missing): Attack => {
      const headers = { 'content-type': type, 'content-length': String(missing + 1) }
      const bytes = Buffer.concat([message({ method, path, headers }), Buffer.from('{')])
      return {
        name: `${target}: an end ${missing} bytes before its length`,
        run: (ports) => send({ bytes, end: true }, ports),
        expected: 'refused',
      }
    }),
  )
}

/** Bodies that end early, or are framed as no body may be. */
export const truncatedBodies: readonly Attack[] = [...overChunks(), ...overLengths()]
