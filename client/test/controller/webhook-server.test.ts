import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FakeClock } from 'apimachinery/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebhookServer } from '../../src/controller/webhook-server.js'
import { testCertificate } from '../support/certificate.js'

let folder: string
let server: WebhookServer
let clock: FakeClock
let errors: unknown[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'webhook-'))
  clock = new FakeClock()
  errors = []
})
afterEach(async () => {
  await server.stop(new AbortController().signal)
  expect(clock.pendingTimers).toBe(0)
  rmSync(folder, { recursive: true })
})

const files = (): { certFile: string; keyFile: string } => ({
  certFile: join(folder, 'tls.crt'),
  keyFile: join(folder, 'tls.key'),
})
async function writeCertificate(name: string): Promise<void> {
  const { cert, key } = await testCertificate(name)
  writeFileSync(files().certFile, cert)
  writeFileSync(files().keyFile, key)
}
async function start(): Promise<void> {
  await writeCertificate('first')
  const onError = (error: unknown): void => void errors.push(error)
  server = new WebhookServer({ ...files(), port: 0, host: '127.0.0.1', clock, onError })
  server.register('/echo', async (each) => new Response(await each.text(), { status: 201 }))
  await server.start()
}
function post(path: string, body: string | Uint8Array = 'hello'): Promise<{ text: string; subject: string }> {
  return new Promise((resolve, reject) => {
    const options = { method: 'POST', rejectUnauthorized: false, agent: false } as const
    const sent = request(`https://127.0.0.1:${server.port}${path}`, options, async (response) => {
      const { subject } = (response.socket as import('node:tls').TLSSocket).getPeerCertificate()
      let text = `${response.statusCode} `
      for await (const chunk of response) text += String(chunk)
      resolve({ text, subject: String(subject.CN) })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('WebhookServer', () => {
  it('serves handlers by path', async () => {
    await start()
    expect(await post('/echo')).toEqual({ text: '201 hello', subject: 'first' })
    expect((await post('/other')).text).toBe('404 404 page not found\n')
  })

  it('takes a new certificate when its files change, and keeps the old one when they are broken', async () => {
    await start()
    await writeCertificate('second')
    await expect
      .poll(
        async () => {
          await clock.stepAsync(10_000)
          return (await post('/echo')).subject
        },
        { timeout: 20_000 },
      )
      .toBe('second')
    writeFileSync(files().certFile, 'broken')
    await expect
      .poll(
        async () => {
          await clock.stepAsync(10_000)
          return errors.length
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
    expect((await post('/echo')).subject).toBe('second')
  })

  it('answers bodies that are too large with 413', async () => {
    await start()
    const answer = await post('/echo', new Uint8Array(9 << 20)).catch((error: unknown) => error)
    // The connection may be cut before all is sent.
    if (answer instanceof Error) expect((answer as { code?: string }).code).toMatch(/EPIPE|ECONNRESET/)
    else expect((answer as { text: string }).text).toMatch(/^413/)
  })

  it('fails to start without its files', async () => {
    server = new WebhookServer({ ...files(), port: 0, clock })
    await expect(server.start()).rejects.toThrow('unable to read')
  })
})
