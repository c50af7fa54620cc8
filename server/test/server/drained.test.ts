import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { networkConnector } from '../../src/kinds/core/kubelet/connector.js'
import { drained } from '../../src/serving/drained.js'

/** A stream that takes what is written when `take` is called. */
function slowStream(): { readonly stream: Writable; take(): void } {
  let taken: (() => void) | undefined
  const stream = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => {
      taken = done
    },
  })
  return { stream, take: () => taken?.() }
}

const listeners = (stream: Writable) => [stream.listenerCount('drain'), stream.listenerCount('close')]

describe('drained', () => {
  it('resolves when the buffer is empty, and leaves no listener', async () => {
    const { stream, take } = slowStream()
    const before = listeners(stream)
    expect(stream.write('ab')).toBe(false)
    const waiting = drained(stream)
    take()
    await waiting
    expect(listeners(stream)).toEqual(before)
  })

  it('resolves when the stream is gone', async () => {
    const { stream } = slowStream()
    const before = listeners(stream)
    stream.write('ab')
    const waiting = drained(stream)
    stream.destroy()
    await waiting
    expect(listeners(stream)).toEqual(before)
  })

  it('takes the end from another emitter', async () => {
    const [stream, closing] = [new PassThrough(), new PassThrough()]
    const waiting = drained(stream, closing)
    closing.destroy()
    await waiting
    expect(stream.listenerCount('drain')).toBe(0)
    stream.destroy()
  })
})

describe('a request to a kubelet', () => {
  const server = createServer((request) => request.once('data', () => request.socket.destroy()))
  afterEach(() => {
    server.close()
  })

  it('cancels the body when the connection is closed while it is sent', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    let left: () => void = () => undefined
    const ended = new Promise<void>((resolve) => {
      left = resolve
    })
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.alloc(1024 * 1024)
      } finally {
        left()
      }
    }
    const signal = new AbortController().signal
    const sent = networkConnector().forward({ url, method: 'POST', headers: {}, body: body(), signal })
    await expect(sent).rejects.toThrow()
    await ended
  })
})
