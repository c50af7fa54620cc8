import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alwaysAllow } from '../../src/authorization/always.js'
import { openWebSocket } from '../../src/request/open-web-socket.js'
import { GenericAPIServer } from '../../src/server/generic-api-server.js'
import { codesIn, untilEnd } from './raw-connection.js'

const key = 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'
const version = 'sec-websocket-version: 13\r\n'
const origin = 'origin: http://x\r\n'

describe('a handshake of web sockets', () => {
  let server: GenericAPIServer
  let port: number
  beforeAll(async () => {
    server = new GenericAPIServer({ authorizer: alwaysAllow, writeError: (_request, response) => response.destroy() })
    const serve = (path: string, protocols?: readonly string[]): void =>
      server.router.handle(path, async (request, response) => {
        const socket = await openWebSocket({ request, response }, protocols === undefined ? {} : { protocols })
        socket?.send(`protocol ${socket.protocol}`)
        socket?.close()
      })
    serve('/page')
    serve('/streams', ['b', 'a'])
    server.start()
    port = (await server.listen({ host: '127.0.0.1', port: 0 })).port
  })
  afterAll(() => server.stop())

  const head = (path: string, fields: string, method = 'GET'): string =>
    `${method} ${path} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n${fields}\r\n`
  const ask = (path: string, fields: string, method?: string): Promise<string> =>
    untilEnd(port, head(path, fields, method))
  /** What comes until the words do; nobody answers the server's `close`. */
  const untilWords = (path: string, fields: string, words: string): Promise<string> =>
    new Promise((resolve) => {
      let text = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(head(path, fields)))
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        if (text.includes(words)) socket.destroy()
      })
      socket.on('close', () => resolve(text))
    })

  it.each<[string, string, [number, string]]>([
    ['no origin', key + version, [403, '']],
    ['an origin that is no address', `${key + version}origin: x\r\n`, [403, '']],
    ['no key', version + origin, [400, 'mismatch challenge/response']],
    ['an empty key', `sec-websocket-key: \r\n${version}${origin}`, [400, 'mismatch challenge/response']],
    ['no version', key + origin, [400, 'missing or bad WebSocket Version']],
    ['another version', `${key + origin}sec-websocket-version: 8\r\n`, [400, 'missing or bad WebSocket Version']],
    ['two protocols', `${key + version + origin}sec-websocket-protocol: a, b\r\n`, [400, '']],
  ])('is refused with %s', async (_form, fields, [code, words]) => {
    const text = await ask('/page', fields)
    expect(codesIn(text)).toEqual([code])
    expect(text).toContain(words)
  })

  it('is refused with another method', async () => {
    expect(codesIn(await ask('/page', key + version + origin, 'PUT'))).toEqual([405])
  })

  it.each([
    ['/page', '', 'protocol '],
    ['/page', 'sec-websocket-protocol: c\r\n', 'protocol c'],
    ['/streams', 'sec-websocket-protocol: a, c\r\n', 'protocol a'],
  ])('is agreed on for %s with %j', async (path, fields, words) => {
    const text = await untilWords(path, key + version + origin + fields, words)
    expect(codesIn(text)).toEqual([101])
    expect(text).toContain(words)
  })
})
