import { connect as connectTcp, type Socket } from 'node:net'
import type { Attack, Outcome } from './attack.js'
import { patience } from './attack.js'
import { configMaps, message, open, send } from './http1.js'
import { FrameType, flood, frame, ordinary, preface } from './http2.js'
import type { Ports } from './victim.js'

const ended = (closed: boolean, code = 0): Outcome => ({ code, closed, body: '', contentType: '', answers: 0 })

/** Writes one byte now and then, until the server ends the connection. */
function drip(bytes: Uint8Array, { secure = false, every = 100 } = {}) {
  return (ports: Ports): Promise<Outcome> =>
    new Promise((resolve) => {
      let at = 0
      let closed = false
      const socket: Socket = open(ports, secure, () => {
        timer = setInterval(() => socket.write(bytes.subarray(at, ++at)), every)
      })
      let timer: NodeJS.Timeout | undefined
      const limit = setTimeout(() => socket.destroy(), patience)
      socket.resume()
      socket.on('error', () => {
        closed = true
      })
      socket.on('end', () => {
        closed = true
      })
      socket.on('close', () => {
        clearTimeout(limit)
        clearInterval(timer)
        resolve(ended(closed))
      })
    })
}

/** Sends some bytes, then nothing, until the server ends the connection. */
const silence =
  (bytes: Uint8Array, secure = false) =>
  (ports: Ports) =>
    send({ bytes, secure, untilClosed: true }, ports)

/** Asks for megabytes and reads none of it for seconds: the server must have given up by then. */
function deaf(bytes: Uint8Array, secure: boolean) {
  return (ports: Ports): Promise<Outcome> =>
    new Promise((resolve) => {
      const socket = open(ports, secure, () => socket.write(bytes))
      let size = 0
      let closed = false
      const limit = setTimeout(() => socket.destroy(), patience)
      setTimeout(() => socket.resume(), 6000)
      socket.pause()
      socket.on('data', (chunk) => {
        size += chunk.length
      })
      socket.on('error', () => {
        closed = true
      })
      socket.on('end', () => {
        closed = true
      })
      socket.on('close', () => {
        clearTimeout(limit)
        // A peer that received everything was waited for.
        resolve(ended(closed && size < wanted))
      })
    })
}

/** Bytes of a list of what {@link fill} made, ten times. */
const wanted = 10 * 24 * 500_000

/** A namespace that no other attack lists. */
const full = '/api/v1/namespaces/kube-public/configmaps'

/** Objects that make a list of twelve megabytes. */
export async function fill(ports: Ports): Promise<void> {
  const data = { a: 'x'.repeat(500_000) }
  for (let index = 0; index < 24; index++) {
    const body = JSON.stringify({ metadata: { name: `big-${index}`, labels: { big: 'yes' } }, data })
    await send({ bytes: message({ method: 'POST', path: full, body }) }, ports)
  }
}

function hello(length: number): Buffer {
  return Buffer.concat([Buffer.from('1603010200', 'hex'), Buffer.alloc(length)])
}

/** A connection to the port with TLS that never begins TLS. */
function handshake(bytes: Uint8Array) {
  return (ports: Ports): Promise<Outcome> =>
    new Promise((resolve) => {
      let closed = false
      const socket = connectTcp(ports.secure, '127.0.0.1', () => socket.write(bytes))
      const limit = setTimeout(() => socket.destroy(), patience)
      socket.resume()
      socket.on('error', () => {
        closed = true
      })
      socket.on('end', () => {
        closed = true
      })
      socket.on('close', () => {
        clearTimeout(limit)
        resolve(ended(closed))
      })
    })
}

/** Connections that say nothing at all, until the server has ended every one. */
function idle(count: number, secure: boolean) {
  return async (ports: Ports): Promise<Outcome> => {
    const port = secure ? ports.secure : ports.plain
    const ends: Promise<boolean>[] = []
    for (let made = 0; made < count; made += together) {
      const batch = Array.from({ length: Math.min(together, count - made) }, () => idleConnection(port))
      await Promise.all(batch.map(({ connected }) => connected))
      ends.push(...batch.map(({ end }) => end))
    }
    return ended((await Promise.all(ends)).every((each) => each))
  }
}

/** Fewer than wait in the queue of a port: a connection that falls out of it is known to its client alone. */
const together = 200

function idleConnection(port: number): { readonly connected: Promise<void>; readonly end: Promise<boolean> } {
  const socket = connectTcp(port, '127.0.0.1').resume()
  const limit = setTimeout(() => socket.destroy(), 2 * patience)
  let closed = false
  const end = new Promise<boolean>((resolve) => {
    socket.on('end', () => {
      closed = true
    })
    socket.on('error', () => {
      closed = true
    })
    socket.on('close', () => {
      clearTimeout(limit)
      resolve(closed)
    })
  })
  return { connected: new Promise((resolve) => socket.once('connect', resolve).once('close', () => resolve())), end }
}

const body = (length: number): Buffer =>
  message({
    method: 'POST',
    path: configMaps,
    headers: { 'content-type': 'application/json', 'content-length': String(length) },
  })
const list = message({ path: `${full}?labelSelector=big` })
const lists = Buffer.concat(Array<Buffer>(10).fill(list))
const smallWindow = preface(Buffer.from('000400000001', 'hex'))
const get = (path: string): Buffer => Buffer.concat([smallWindow, frame([FrameType.headers, 5, 1], ordinary(path))])

/** Peers that take their time: every one is left in the end. */
export const slowPeers: readonly Attack[] = [
  {
    name: 'slow: a head that never ends',
    run: silence(Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n')),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a head that never ends, over TLS',
    run: silence(Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n'), true),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a head by the letter',
    run: drip(message({ path: '/api', headers: { x: 'a'.repeat(1000) } })),
    expected: 'closed',
    slow: true,
  },
  { name: 'slow: a body that never comes', run: silence(body(100)), expected: 'closed', slow: true },
  { name: 'slow: a body that never comes, over TLS', run: silence(body(100), true), expected: 'closed', slow: true },
  {
    name: 'slow: a body by the letter',
    run: drip(Buffer.concat([body(1000), Buffer.alloc(1000, 0x20)]), { every: 5 }),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a chunk that never comes',
    run: silence(message({ method: 'POST', path: configMaps, headers: { 'transfer-encoding': 'chunked' } })),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a kept connection without a second request',
    run: silence(message({ path: '/version' })),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a body that nobody asked for',
    run: silence(message({ path: '/version', headers: { 'content-length': '1000000' } })),
    expected: 'closed',
    slow: true,
  },
  { name: 'slow: a reader of a list that does not read', run: deaf(lists, false), expected: 'closed', slow: true },
  {
    name: 'slow: a reader of a list that does not read, over TLS',
    run: deaf(lists, true),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a window of one byte for a list',
    run: (ports) => flood({ first: get(`${full}?labelSelector=big`) }, ports),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a window of one byte for a small answer',
    run: (ports) => flood({ first: get('/version') }, ports),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a window of one byte for a watch',
    run: (ports) => flood({ first: get(`${full}?watch=1&labelSelector=big`) }, ports),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: HTTP/2 without a word',
    run: (ports) => flood({ first: Buffer.alloc(0) }, ports),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: HTTP/2 without a stream',
    run: (ports) => flood({ first: preface() }, ports),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: HEADERS that never end',
    run: (ports) =>
      flood({ first: Buffer.concat([preface(), frame([FrameType.headers, 0, 1], ordinary('/'))]) }, ports),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: half of a frame',
    run: (ports) =>
      flood(
        { first: Buffer.concat([preface(), frame([FrameType.headers, 5, 1], ordinary('/')).subarray(0, 12)]) },
        ports,
      ),
    expected: 'closed',
    slow: true,
  },
  {
    name: 'slow: a body over HTTP/2 that never comes',
    run: (ports) =>
      flood(
        { first: Buffer.concat([preface(), frame([FrameType.headers, 4, 1], ordinary(configMaps).subarray(0))]) },
        ports,
      ),
    expected: 'closed',
    slow: true,
  },
  { name: 'slow: no hello of TLS', run: handshake(Buffer.alloc(0)), expected: 'closed', slow: true },
  { name: 'slow: half of a hello of TLS', run: handshake(hello(10)), expected: 'closed', slow: true },
  { name: 'slow: a hello of TLS of zeros', run: handshake(hello(600)), expected: 'closed' },
  { name: 'idle: a hundred connections', run: idle(100, false), expected: 'closed' },
  { name: 'idle: ten thousand connections', run: idle(10_000, false), expected: 'closed', slow: true },
  {
    name: 'idle: two thousand connections to the port with TLS',
    run: idle(2000, true),
    expected: 'closed',
    slow: true,
  },
]
