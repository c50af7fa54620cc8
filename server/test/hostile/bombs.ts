import { gzipSync } from 'node:zlib'
import type { Attack } from './attack.js'
import { configMaps, message, send } from './http1.js'

const deep = 200_000
const mebibyte = 1 << 20

/** Small texts that expand to large values or to deep nesting. */
const json: Readonly<Record<string, string | Uint8Array>> = {
  'arrays, 200,000 deep': `${'['.repeat(deep)}${']'.repeat(deep)}`,
  'objects, 200,000 deep': `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
  'metadata, 100,000 deep': `{"metadata":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`,
  'arrays that never end': '['.repeat(mebibyte),
  'a number of a megabyte': `{"metadata":{"name":"a"},"data":{"a":${'1'.repeat(mebibyte)}}}`,
  'an exponent of 400 digits': `{"metadata":{"name":"a","generation":1e${'9'.repeat(400)}}}`,
  'a text that never ends': `{"metadata":{"name":"${'a'.repeat(mebibyte)}`,
  'half of a pair of surrogates': '{"metadata":{"name":"\\ud800"}}',
  'escapes of zero': '{"metadata":{"name":"a\\u0000b"}}',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'a byte order mark of UTF-16': Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
  'four megabytes of blanks': Buffer.alloc(4 << 20, 0x20),
  'a name of two megabytes': JSON.stringify({ metadata: { name: 'a'.repeat(2 << 20) } }),
  'a hundred thousand annotations': JSON.stringify({
    metadata: { name: '?', annotations: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`a${i}`, ''])) },
  }),
  'fifty thousand owners': JSON.stringify({
    metadata: { name: '?', ownerReferences: Array.from({ length: 50_000 }, () => ({})) },
  }),
}

const aliases = Array.from({ length: 30 }, (_, index) => {
  const items =
    index === 0
      ? 'x'
      : Array(9)
          .fill(`*a${index - 1}`)
          .join(',')
  return `a${index}: &a${index} [${items}]`
}).join('\n')

const yaml: Readonly<Record<string, string>> = {
  'aliases of aliases': aliases,
  'an alias to itself': 'metadata: &a\n  name: *a\n',
  'lists, 100,000 deep': `${'- '.repeat(100_000)}a`,
  'flow lists, 100,000 deep': '['.repeat(100_000),
  'maps, 100,000 deep': `${'{a: '.repeat(100_000)}`,
  'a merge of merges': `a: &a {x: 1}\n${'b: &a {<<: *a}\n'.repeat(20_000)}`,
  'a hundred thousand documents': '---\n'.repeat(100_000),
  'a tag that makes objects': 'metadata: !!js/function "function(){}"',
  'a directive without end': `%YAML ${'1'.repeat(500_000)}\n---\n{}`,
  'tabs for blanks': 'metadata:\n\tname: a\n',
}

const cbor: Readonly<Record<string, Uint8Array>> = {
  'arrays, 200,000 deep': tagged(Buffer.concat([Buffer.alloc(deep, 0x81), Buffer.from([0])])),
  'tags, 200,000 deep': tagged(Buffer.concat([Buffer.alloc(deep, 0xc1), Buffer.from([0])])),
  'an array of 2^64 items': tagged(Buffer.from('9bffffffffffffffff', 'hex')),
  'a map of 2^63 entries': tagged(Buffer.from('bb7fffffffffffffff', 'hex')),
  'bytes of 2^62': tagged(Buffer.from('5b3fffffffffffffff', 'hex')),
  'a text of 2^32': tagged(Buffer.from('7affffffff', 'hex')),
  'a text in pieces without end': tagged(Buffer.concat([Buffer.from([0x7f]), Buffer.alloc(500_000, 0x60)])),
  'maps without end': tagged(Buffer.alloc(200_000, 0xbf)),
  'a break where none can be': tagged(Buffer.from('a1ff', 'hex')),
  'a simple value that is reserved': tagged(Buffer.from('f818', 'hex')),
  'no tag of its own': Buffer.from('9fff', 'hex'),
}

const protobuf: Readonly<Record<string, Uint8Array>> = {
  'groups, 100,000 deep': enveloped(Buffer.alloc(100_000, 0x0b)),
  'a length of 2^35': enveloped(Buffer.from('12ffffffffff0f', 'hex')),
  'a negative length': enveloped(Buffer.from('12ffffffffffffffffff01', 'hex')),
  'a number of eleven bytes': enveloped(Buffer.from('08ffffffffffffffffffff01', 'hex')),
  'a field of number zero': enveloped(Buffer.from('0200', 'hex')),
  'a wire type that nobody knows': enveloped(Buffer.from('0f', 'hex')),
  'messages, deep, within raw': enveloped(Buffer.concat([Buffer.from('1280a006', 'hex'), Buffer.alloc(102_400, 0x0a)])),
  'an envelope within an envelope': enveloped(
    Buffer.concat([Buffer.from('1208', 'hex'), enveloped(Buffer.from('1200', 'hex'))]),
  ),
  'no prefix': Buffer.from('1200', 'hex'),
  'the prefix alone': Buffer.from('k8s\0'),
}

function tagged(body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('d9d9f7', 'hex'), body])
}

function enveloped(body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from('k8s\0'), body])
}

const squeezed = gzipSync(Buffer.alloc(50 << 20, 0x20))
const gzip: Readonly<Record<string, Uint8Array>> = {
  'fifty megabytes in fifty kilobytes': squeezed,
  'a bomb in a bomb': gzipSync(squeezed),
  'half of a stream': squeezed.subarray(0, squeezed.length / 2),
}

interface Place {
  readonly method: string
  readonly path: string
  /** Media type, where it is not that of the format. */
  readonly type?: string
}

const everywhere: Readonly<Record<string, Place>> = {
  create: { method: 'POST', path: configMaps },
  update: { method: 'PUT', path: `${configMaps}/a` },
  'delete options': { method: 'DELETE', path: `${configMaps}/nosuch` },
  'a review': { method: 'POST', path: '/apis/authorization.k8s.io/v1/subjectaccessreviews' },
}

const patches: Readonly<Record<string, Place>> = {
  'a merge patch': { method: 'PATCH', path: `${configMaps}/kube-root`, type: 'application/merge-patch+json' },
  'a strategic patch': {
    method: 'PATCH',
    path: `${configMaps}/kube-root`,
    type: 'application/strategic-merge-patch+json',
  },
  'a JSON patch': { method: 'PATCH', path: `${configMaps}/kube-root`, type: 'application/json-patch+json' },
}

const applies: Readonly<Record<string, Place>> = {
  apply: { method: 'PATCH', path: `${configMaps}/kube-root?fieldManager=m`, type: 'application/apply-patch+yaml' },
}

interface Payloads {
  readonly format: string
  readonly type: string
  readonly bodies: Readonly<Record<string, string | Uint8Array>>
  readonly places: Readonly<Record<string, Place>>
  readonly headers?: Readonly<Record<string, string>>
}

function attacksOf({ format, type: own, bodies, places, headers = {} }: Payloads): Attack[] {
  return Object.entries(places).flatMap(([place, { method, path, type = own }]) =>
    Object.entries(bodies).map(
      ([form, body]): Attack => ({
        name: `${format} in ${place}: ${form}`,
        run: (ports) =>
          send({ bytes: message({ method, path, body, headers: { 'content-type': type, ...headers } }) }, ports),
        expected: 'refused',
        // A patch that cannot be applied is 500 upstream, too.
        may500: type === 'application/apply-patch+yaml' || place === 'a strategic patch',
      }),
    ),
  )
}

/** Bodies that are small to send and large, deep or senseless to read. */
export const bombs: readonly Attack[] = [
  ...attacksOf({ format: 'JSON', type: 'application/json', bodies: json, places: { ...everywhere, ...patches } }),
  ...attacksOf({ format: 'YAML', type: 'application/yaml', bodies: yaml, places: { ...everywhere, ...applies } }),
  ...attacksOf({ format: 'CBOR', type: 'application/cbor', bodies: cbor, places: everywhere }),
  ...attacksOf({
    format: 'protobuf',
    type: 'application/vnd.kubernetes.protobuf',
    bodies: protobuf,
    places: everywhere,
  }),
  ...attacksOf({
    format: 'gzip',
    type: 'application/json',
    bodies: gzip,
    places: everywhere,
    headers: { 'content-encoding': 'gzip' },
  }),
]
