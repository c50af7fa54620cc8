import type { Attack } from './attack.js'
import { type Flood, FrameType, flood, frame, literals, ordinary, preface } from './http2.js'

const { data, headers, priority, reset, settings, push, ping, window, continuation } = FrameType
const [endStream, endHeaders] = [1, 4]
const get = ordinary('/api/v1/pods')
const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Frames of streams with odd numbers, ever higher. */
function streams(frames: (id: number) => readonly Uint8Array[], together = 100): () => Buffer {
  let id = 1
  return () => {
    const bytes: Uint8Array[] = []
    for (let index = 0; index < together; index++, id += 2) bytes.push(...frames(id))
    return Buffer.concat(bytes)
  }
}

const repeated = (bytes: Uint8Array, times: number): Buffer => Buffer.concat(Array<Uint8Array>(times).fill(bytes))
const begun = Buffer.concat([
  preface(),
  frame([headers, endHeaders, 1], ordinary('/api/v1/namespaces', [['content-type', 'application/json']])),
])

/** What costs the peer next to nothing and the server something, for as long as the server lets it. */
const floods: Readonly<Record<string, Flood>> = {
  'streams that are given up at once': {
    first: preface(),
    again: streams((id) => [frame([headers, endHeaders | endStream, id], get), frame([reset, 0, id], number(8))]),
  },
  'streams that are given up by broken windows': {
    first: preface(),
    again: streams((id) => [frame([headers, endHeaders, id], get), frame([window, 0, id], number(0))]),
  },
  'CONTINUATION without end': {
    first: Buffer.concat([preface(), frame([headers, 0, 1], literals([[':method', 'GET']]))]),
    again: () => repeated(frame([continuation, 0, 1], literals([['x', 'y'.repeat(200)]])), 100),
  },
  'empty CONTINUATION without end': {
    first: Buffer.concat([preface(), frame([headers, 0, 1], literals([[':method', 'GET']]))]),
    again: () => repeated(frame([continuation, 0, 1]), 1000),
  },
  'SETTINGS, and no reading': { first: preface(), again: () => repeated(frame([settings, 0, 0]), 5000), deaf: true },
  'PING, and no reading': {
    first: preface(),
    again: () => repeated(frame([ping, 0, 0], Buffer.alloc(8)), 5000),
    deaf: true,
  },
  'empty DATA without end': { first: begun, again: () => repeated(frame([data, 0, 1]), 1000) },
}

/** Frames that break the protocol: the connection ends. */
const broken: Readonly<Record<string, Uint8Array>> = {
  garbage: Buffer.alloc(64, 0xa5),
  'no preface': frame([settings, 0, 0]),
  'half of a preface, then another': Buffer.from('PRI * HTTP/2.0\r\n\r\nPRI * HTTP/2.0\r\n\r\n'),
  'a frame longer than agreed': Buffer.concat([preface(), frame([data, 0, 1], Buffer.alloc(20_000))]),
  'SETTINGS of five bytes': Buffer.concat([preface(), frame([settings, 0, 0], Buffer.alloc(5))]),
  'SETTINGS of a stream': Buffer.concat([preface(), frame([settings, 0, 1])]),
  'an acknowledgement with contents': Buffer.concat([preface(), frame([settings, 1, 0], Buffer.alloc(6))]),
  'a window beyond 2^31 in SETTINGS': preface(Buffer.from('0004ffffffff', 'hex')),
  'a frame size of one in SETTINGS': preface(Buffer.from('000500000001', 'hex')),
  'PING of seven bytes': Buffer.concat([preface(), frame([ping, 0, 0], Buffer.alloc(7))]),
  'PING of a stream': Buffer.concat([preface(), frame([ping, 0, 1], Buffer.alloc(8))]),
  'a window that overflows': Buffer.concat([preface(), ...Array(2).fill(frame([window, 0, 0], number(0x7fffffff)))]),
  'a window that grows by zero': Buffer.concat([preface(), frame([window, 0, 0], number(0))]),
  'DATA without a stream': Buffer.concat([preface(), frame([data, 0, 0], Buffer.from('x'))]),
  'DATA of a stream that is idle': Buffer.concat([preface(), frame([data, 0, 7], Buffer.from('x'))]),
  'padding longer than the frame': Buffer.concat([
    preface(),
    frame([headers, endHeaders, 1], get),
    frame([data, 8, 1], Buffer.from([200, 1])),
  ]),
  'RST_STREAM of a stream that is idle': Buffer.concat([preface(), frame([reset, 0, 9], number(8))]),
  'HEADERS of an even stream': Buffer.concat([preface(), frame([headers, endHeaders, 2], get)]),
  'HEADERS of stream zero': Buffer.concat([preface(), frame([headers, endHeaders, 0], get)]),
  'streams that count backwards': Buffer.concat([
    preface(),
    ...[5, 3].map((id) => frame([headers, endHeaders | endStream, id], get)),
  ]),
  'a promise of a client': Buffer.concat([preface(), frame([push, endHeaders, 1], Buffer.concat([number(2), get]))]),
  'CONTINUATION without HEADERS': Buffer.concat([preface(), frame([continuation, endHeaders, 1], get)]),
  'another frame between HEADERS and CONTINUATION': Buffer.concat([
    preface(),
    frame([headers, 0, 1], get),
    frame([ping, 0, 0], Buffer.alloc(8)),
  ]),
  'an index of HPACK that is not there': Buffer.concat([
    preface(),
    frame([headers, endHeaders, 1], Buffer.from('ffffff7f', 'hex')),
  ]),
  'a number of HPACK without end': Buffer.concat([preface(), frame([headers, endHeaders, 1], Buffer.alloc(64, 0xff))]),
  'a table of HPACK beyond the limit': Buffer.concat([
    preface(),
    frame([headers, endHeaders, 1], Buffer.from('3fffffff7f', 'hex')),
  ]),
  'PRIORITY of four bytes': Buffer.concat([preface(), frame([priority, 0, 1], Buffer.alloc(4))]),
}

/** Streams that break the rules of HTTP: they are reset, and the idle connection ends. */
const malformed: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'no pseudo fields': [['a', 'b']],
  'no path': [
    [':method', 'GET'],
    [':scheme', 'https'],
  ],
  'two paths': [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/'],
    [':path', '/api'],
  ],
  'a pseudo field that nobody knows': [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/'],
    [':evil', 'x'],
  ],
  'a pseudo field after others': [
    [':method', 'GET'],
    [':scheme', 'https'],
    ['a', 'b'],
    [':path', '/'],
  ],
  'a name in capitals': [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/'],
    ['EVIL', 'x'],
  ],
  'a field of the connection': [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/'],
    ['connection', 'close'],
  ],
  'an encoding in chunks': [
    [':method', 'POST'],
    [':scheme', 'https'],
    [':path', '/'],
    ['transfer-encoding', 'chunked'],
  ],
  'an end of line in a value': [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/'],
    ['x', 'a\r\nb: c'],
  ],
  'a zero byte in a value': [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':path', '/'],
    ['x', 'a\0b'],
  ],
  'two lengths': [
    [':method', 'POST'],
    [':scheme', 'https'],
    [':path', '/'],
    ['content-length', '1'],
    ['content-length', '2'],
  ],
}

/** A small table entry that is referenced thousands of times: 4 KB that expand to megabytes. */
function headerBomb(): Buffer {
  const name = Buffer.from([0x40, 0x01, 0x61, 0x7f, 0x81, 0x1f])
  const entry = Buffer.concat([name, Buffer.alloc(4000, 0x62)])
  return Buffer.concat([
    literals([
      [':method', 'GET'],
      [':scheme', 'https'],
      [':path', '/'],
    ]),
    entry,
    Buffer.alloc(8000, 0xbe),
  ])
}

/** What the protocol of HTTP/2 lets a peer do to a server. */
export const http2Floods: readonly Attack[] = [
  ...Object.entries(floods).map(([form, bytes]): Attack => {
    return {
      name: `flood: ${form}`,
      run: (ports) => flood(bytes, ports),
      expected: 'closed',
      slow: bytes.deaf === true,
    }
  }),
  ...Object.entries(broken).map(([form, first]): Attack => {
    return { name: `broken: ${form}`, run: (ports) => flood({ first }, ports), expected: 'closed' }
  }),
  ...Object.entries(malformed).map(([form, fields]): Attack => {
    const first = Buffer.concat([preface(), frame([headers, endHeaders | endStream, 1], literals(fields))])
    return { name: `malformed: ${form}`, run: (ports) => flood({ first }, ports), expected: 'closed' }
  }),
  {
    name: 'flood: a table entry of HPACK, named eight thousand times',
    run: (ports) =>
      flood({ first: Buffer.concat([preface(), frame([headers, endHeaders | endStream, 1], headerBomb())]) }, ports),
    expected: 'closed',
  },
]
