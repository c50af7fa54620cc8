import { systemClock } from 'apimachinery/wait'
import { afterEach, describe, expect, it } from 'vitest'
import type { Handler, ReceivedRequest } from '../../src/request/http.js'
import { Listener } from '../../src/serving/listener.js'
import { codesIn, untilEnd } from './raw-connection.js'

const listeners: Listener[] = []
afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.close())))

async function portOf(handler: Handler<ReceivedRequest>): Promise<number> {
  const listener = new Listener({
    host: '127.0.0.1',
    port: 0,
    handler,
    clock: systemClock,
    onError: (error) => expect.unreachable(String(error)),
  })
  listeners.push(listener)
  return (await listener.listen()).port
}

const head = (method: string, path: string, more = ''): string => `${method} ${path} HTTP/1.1\r\nhost: a\r\n${more}\r\n`
const last = head('GET', '/last', 'connection: close\r\n')
const webSocket =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'

/** Answers with the path after some turns of the loop, and notes the order in which requests begin and end. */
function slowly(notes: string[]): Handler<ReceivedRequest> {
  return async (request, response) => {
    notes.push(`begin ${request.path}`)
    let size = 0
    for await (const chunk of request.body) size += chunk.length
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    notes.push(`end ${request.path}`)
    response.writeHead(200, { 'content-length': String(request.path.length + String(size).length) })
    response.end(Buffer.from(`${request.path}${size}`))
  }
}

describe('a bad request behind others on one connection', () => {
  it.each([
    ['garbage', 'GARBAGE\r\n\r\n'],
    ['a version that nobody speaks', 'GET / HTTP/9.9\r\nhost: a\r\n\r\n'],
    ['a field without a colon', 'GET / HTTP/1.1\r\nhost a\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n'],
    ['a path that is none', 'GET /%zz HTTP/1.1\r\nhost: a\r\n\r\n'],
    ['a chunk without a size', `${head('POST', '/b', 'transfer-encoding: chunked\r\n')}zz\r\n`],
  ])('is answered after them: %s', async (_form, bad) => {
    const port = await portOf(slowly([]))
    const text = await untilEnd(port, head('DELETE', '/first') + head('GET', '/second') + bad)
    expect(codesIn(text)).toEqual([200, 200, 400])
    expect(text).toContain('/first0HTTP/1.1 200')
    expect(text).toContain('/second0HTTP/1.1 400')
  })

  it('is answered after one that was read before it came', async () => {
    const port = await portOf(slowly([]))
    expect(codesIn(await untilEnd(port, head('DELETE', '/first'), 'GARBAGE\r\n\r\n'))).toEqual([200, 400])
  })

  it('that is too long is told so', async () => {
    const port = await portOf(slowly([]))
    const text = await untilEnd(port, head('GET', '/first') + head('GET', '/', `x: ${'a'.repeat(2 << 20)}\r\n`))
    expect(codesIn(text)).toEqual([200, 431])
  })

  it('gets no answer where one before it closes the connection', async () => {
    const port = await portOf(async (_request, response) => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      response.writeHead(200, { connection: 'close', 'content-length': '1' })
      response.end(Buffer.from('x'))
    })
    expect(codesIn(await untilEnd(port, `${head('GET', '/first')}GARBAGE\r\n\r\n`))).toEqual([200])
  })

  it('does not get into an answer that has begun before its own request was whole', async () => {
    const port = await portOf(async (_request, response) => {
      response.writeHead(200, { 'content-length': '4' })
      response.write(Buffer.from('ab'))
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
      response.end(Buffer.from('cd'))
    })
    const text = await untilEnd(port, head('POST', '/a', 'transfer-encoding: chunked\r\n'), 'zz\r\n')
    expect(text).toMatch(/\r\n\r\nabcd/)
  })
})

describe('requests on one connection', () => {
  it('are served one after another', async () => {
    const notes: string[] = []
    const port = await portOf(slowly(notes))
    const post = `${head('POST', '/b', 'content-length: 5\r\n')}hello`
    const text = await untilEnd(port, head('DELETE', '/a') + post + last)
    expect(notes).toEqual(['begin /a', 'end /a', 'begin /b', 'end /b', 'begin /last', 'end /last'])
    expect(text).toContain('/b5')
  })

  it('are all served where hundreds come together', async () => {
    const notes: string[] = []
    const port = await portOf(slowly(notes))
    const text = await untilEnd(port, head('GET', '/a').repeat(300) + last)
    expect(codesIn(text)).toHaveLength(301)
  })
})

describe('an upgrade', () => {
  const upgrading: Handler<ReceivedRequest> = async (request, response) => {
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    const stream = request.path === '/switch' ? response.hijack?.() : undefined
    if (stream !== undefined) return void stream.end('HTTP/1.1 101 Switching Protocols\r\n\r\nbytes')
    response.writeHead(200, { 'content-length': '1' })
    response.end(Buffer.from('x'))
  }

  it.each([
    ['one request', 1],
    ['two requests', 2],
    ['many requests', 40],
  ])('waits for the answers of %s before it', async (_form, count) => {
    const port = await portOf(upgrading)
    const text = await untilEnd(port, head('GET', '/a').repeat(count) + head('GET', '/switch', webSocket))
    expect(codesIn(text)).toEqual([...Array(count).fill(200), 101])
    expect(text.endsWith('bytes')).toBe(true)
  })

  it('that nobody takes is an ordinary request', async () => {
    const port = await portOf(upgrading)
    expect(codesIn(await untilEnd(port, head('GET', '/a') + head('GET', '/b', webSocket)))).toEqual([200, 200])
  })

  it.each([
    ['h2c', 'content-length: 5\r\n', 'hello'],
    ['h2c, chunked', 'transfer-encoding: chunked\r\n', '5\r\nhello\r\n0\r\n\r\n'],
    ['a web socket', `content-length: 5\r\n`, 'hello'],
  ])('keeps the body of its request: %s', async (form, framing, body) => {
    const port = await portOf(slowly([]))
    const name = form.startsWith('h2c') ? 'h2c' : 'websocket'
    const wanted = `connection: upgrade, http2-settings\r\nhttp2-settings: AAMAAABk\r\nupgrade: ${name}\r\n${framing}`
    const text = await untilEnd(port, head('POST', '/post', wanted) + body + last)
    expect(text).toContain('/post5')
    expect(codesIn(text)).toEqual([200, 200])
  })
})
