import { connect as connectHttp2 } from 'node:http2'
import { connect, type TLSSocket } from 'node:tls'
import { systemClock } from 'apimachinery/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { FrameBudget } from '../../src/serving/frame-budget.js'
import { Listener } from '../../src/serving/listener.js'
import { FrameType, frame, preface } from '../hostile/http2.js'

const mebibyte = 1 << 20

describe('the budget of a session for frames', () => {
  it.each([
    ['nothing', { read: 0, written: 0, useful: 0 }, false],
    ['a mebibyte of frames', { read: mebibyte, written: 0, useful: 0 }, false],
    ['two mebibytes of frames', { read: 2 * mebibyte, written: 0, useful: 0 }, true],
    ['hundred mebibytes of requests', { read: 100 * mebibyte, written: 0, useful: 99 * mebibyte }, false],
    ['windows for what was sent', { read: 3 * mebibyte, written: 64 * mebibyte, useful: 0 }, false],
    ['windows for less than was sent', { read: 8 * mebibyte, written: 64 * mebibyte, useful: 0 }, true],
  ])('in one second: %s', (_form, traffic, spent) => {
    expect(new FrameBudget(0).isSpent(traffic, 1000)).toBe(spent)
  })

  it('counts from one look to the next, by the clock', () => {
    const budget = new FrameBudget(0)
    const after = (read: number, now: number): boolean => budget.isSpent({ read, written: 0, useful: 0 }, now)
    expect(after(mebibyte, 1000)).toBe(false)
    expect(after(2 * mebibyte, 2000)).toBe(false)
    expect(after(12 * mebibyte, 12_000)).toBe(false)
    expect(after(14 * mebibyte, 13_000)).toBe(true)
    expect(after(14 * mebibyte, 14_000)).toBe(false)
  })
})

describe('a session of HTTP/2', () => {
  let listener: Listener
  let port: number
  beforeAll(async () => {
    const authority = await newCertificateAuthority('test', new Date())
    const facts = { commonName: 'a', hosts: ['a'], usage: 'server', notBefore: new Date() } as const
    const { certificate, key } = await newCertificate(authority, facts)
    listener = new Listener({
      host: '127.0.0.1',
      port: 0,
      tls: { cert: certificate, key },
      handler: async (request, response) => {
        let size = 0
        for await (const chunk of request.body) size += chunk.length
        response.writeHead(200, {})
        response.end(Buffer.from(String(size)))
      },
      clock: systemClock,
      onError: () => {},
    })
    port = (await listener.listen()).port
  })
  afterAll(() => listener.close())

  const one = Buffer.from([0, 0, 0, 1])
  it.each([
    ['WINDOW_UPDATE', frame([FrameType.window, 0, 0], one)],
    ['PRIORITY', frame([FrameType.priority, 0, 1], Buffer.from([0, 0, 0, 0, 1]))],
    ['GOAWAY', frame([FrameType.goaway, 0, 0], Buffer.alloc(8))],
    ['a frame that nobody knows', frame([0x55, 0, 0], one)],
  ])(
    'that floods with %s is ended',
    async (_form, bytes) => {
      const many = Buffer.concat(Array<Buffer>(5000).fill(bytes))
      await new Promise<void>((resolve) => {
        const socket: TLSSocket = connect({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false })
        const pump = (): void => {
          if (socket.destroyed || !socket.writable) return
          if (socket.write(many)) setImmediate(pump)
          else socket.once('drain', pump)
        }
        socket.once('secureConnect', () => {
          socket.write(preface())
          pump()
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve())
        socket.resume()
      })
    },
    30_000,
  )

  it('with large bodies goes on', async () => {
    const session = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false })
    const send = (size: number): Promise<string> =>
      new Promise((resolve, reject) => {
        const stream = session.request({ ':method': 'POST', ':path': '/' })
        let text = ''
        stream.setEncoding('utf8')
        stream.on('data', (chunk: string) => {
          text += chunk
        })
        stream.on('error', reject)
        stream.on('close', () => resolve(text))
        stream.end(Buffer.alloc(size))
      })
    for (let round = 0; round < 4; round++) expect(await send(8 * mebibyte)).toBe(String(8 * mebibyte))
    session.destroy()
  })
})
