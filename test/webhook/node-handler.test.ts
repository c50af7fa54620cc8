import { createServer, request, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { Scheme } from '../../src/runtime/scheme/scheme.js'
import type { WebhookHandler } from '../../src/webhook/answer.js'
import { conversionHandler } from '../../src/webhook/conversion-handler.js'
import { nodeHandler } from '../../src/webhook/node-handler.js'

let server: Server | undefined
const errors: unknown[] = []

async function serve(handlers: Parameters<typeof nodeHandler>[0]): Promise<string> {
  errors.length = 0
  server = createServer(nodeHandler(handlers, { onError: (error) => errors.push(error) }))
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
})

const echo: WebhookHandler = async (incoming) => {
  const { pathname, search } = new URL(incoming.url)
  const body = incoming.method === 'GET' ? '' : await incoming.text()
  return new Response(`${incoming.method} ${pathname}${search} ${incoming.headers.get('x-test')} ${body}`, {
    status: 201,
    headers: { 'x-answer': 'yes' },
  })
}

it('forwards method, address, headers and body, and the response', async () => {
  const origin = await serve(echo)
  const answer = await fetch(`${origin}/a?b=c`, { method: 'POST', headers: { 'x-test': '1' }, body: 'text' })
  expect([answer.status, answer.headers.get('x-answer'), await answer.text()]).toEqual([
    201,
    'yes',
    'POST /a?b=c 1 text',
  ])
  expect(await (await fetch(origin)).text()).toBe('GET / null ')
})

it('chooses a handler by path', async () => {
  const origin = await serve({ '/a': echo })
  expect((await fetch(`${origin}/a?timeout=5s`)).status).toBe(201)
  for (const path of ['/b', '/a/', '/constructor', '/__proto__']) expect((await fetch(origin + path)).status).toBe(404)
})

it('answers a body that is too large before it was read, and closes the connection', async () => {
  const origin = await serve(conversionHandler(new Scheme(), { maxBodyBytes: 1000 }))
  const headers = { 'content-type': 'application/json' }
  const [status, connection] = await new Promise<[number | undefined, string | undefined]>((resolve, reject) => {
    const sent = request(origin, { method: 'POST', headers }, (response) => {
      resolve([response.statusCode, response.headers.connection])
      response.resume()
      sent.destroy()
    })
    sent.on('error', reject)
    sent.write('x'.repeat(100_000))
  })
  expect([status, connection]).toEqual([413, 'close'])
})

it('keeps the connection of a request that was read', async () => {
  const origin = await serve(echo)
  const answer = await fetch(origin, { method: 'POST', body: 'x' })
  expect(answer.headers.get('connection')).not.toBe('close')
})

it('answers 500 when a handler throws', async () => {
  const failure = new Error('broken')
  const origin = await serve(() => Promise.reject(failure))
  expect((await fetch(origin)).status).toBe(500)
  expect(errors).toEqual([failure])
})

it('reports a connection that closes within the body', async () => {
  const origin = await serve(echo)
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const reached = new Promise<void>((resolve) => server?.once('request', () => resolve()))
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc')
  await reached
  socket.destroy()
  await expect.poll(() => errors.length, { timeout: 10_000 }).toBe(1)
})
