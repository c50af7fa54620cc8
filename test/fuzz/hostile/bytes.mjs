import { fill, hex, joined, size } from './parts.mjs'

const protobuf = (raw) => joined(hex('6b387300'), raw)

/** Documents and streams of bytes. */
export const bytes = {
  'protobuf objects': () => ({
    'nothing but the prefix': protobuf(new Uint8Array(size)),
    'high bytes': protobuf(new Uint8Array(size).fill(0xff)),
    'empty fields': protobuf(new Uint8Array(size).fill(0x0a).map((_, i) => (i % 2 === 0 ? 0x12 : 0))),
    'deep groups': protobuf(new Uint8Array(size).fill(0x0b)),
  }),
  'cbor objects': () => ({
    'deep lists': joined(hex('d9d9f7'), new Uint8Array(size).fill(0x81)),
    'deep lists without length': joined(hex('d9d9f7'), new Uint8Array(size).fill(0x9f)),
    'deep maps': joined(
      hex('d9d9f7'),
      new Uint8Array(size).map((_, i) => (i % 3 === 0 ? 0xa1 : i % 3 === 1 ? 0x41 : 0x61)),
    ),
    'deep tags': joined(hex('d9d9f7'), new Uint8Array(size).fill(0xc1)),
    'a long list that is not there': hex('d9d9f79bffffffffffffffff'),
    'a long text that is not there': hex('d9d9f77bffffffffffffffff'),
    'a list of nothings': joined(hex('d9d9f79a000f4240'), new Uint8Array(size).fill(0xf6)),
    'lists of a length each': joined(hex('d9d9f79f'), hex('9a7fffffff'.repeat(100_000))),
    'text in pieces': joined(hex('d9d9f77f'), new Uint8Array(size).fill(0x61), hex('ff')),
    'a large integer': joined(hex('d9d9f7c25a000f4240'), new Uint8Array(size).fill(0xff)),
    'one key over and over': joined(hex('d9d9f7bf'), hex('4161f6'.repeat(200_000)), hex('ff')),
  }),
  'watch in json': () => ({
    blanks: joined(Buffer.from(fill(' '))),
    'deep objects': joined(Buffer.from(fill('{"a":'))),
    'events that are none': joined(Buffer.from(fill('{}'))),
    'a string without end': joined(Buffer.from(`{"type":"${fill('\\"')}`)),
    numbers: joined(Buffer.from(fill('1 '))),
    'a long event': joined(
      Buffer.from(`{"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","data":{"a":"${fill('a')}"}}}`),
    ),
  }),
  'watch in yaml': () => ({
    markers: joined(Buffer.from(fill('---\n'))),
    lines: joined(Buffer.from(fill('a\n'))),
    'a document without end': joined(Buffer.from(`a: |\n${fill('  b\n')}`)),
  }),
  'watch in protobuf': () => ({
    zeros: new Uint8Array(size),
    'high bytes': new Uint8Array(size).fill(0xff),
    'a long frame': joined(hex('00ffffff'), new Uint8Array(size)),
  }),
  'watch in cbor': () => ({
    'deep lists': new Uint8Array(size).fill(0x81),
    nothings: new Uint8Array(size).fill(0xf6),
    'deep maps without length': new Uint8Array(size).map((_, i) => (i % 2 === 0 ? 0xbf : 0x60)),
    'text without end': joined(hex('7f'), new Uint8Array(size).fill(0x60)),
  }),
}
