import { encodable, type ResourceStorage, type ResourceStream } from '@apimachinery/server/registry'
import { describe, expect, test } from 'vitest'
import { flunders, TestAPI } from './test-api.js'
import { Flunder } from './wardle.js'

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

function reading(answer: () => ReturnType<NonNullable<ResourceStorage['getWithOptions']>['get']>): ResourceStorage {
  return { type: Flunder, namespaced: true, getWithOptions: { options: Flunder, get: answer } }
}

function started(answer: Parameters<typeof reading>[0]): Promise<TestAPI> {
  return TestAPI.start({}, { storage: { 'flunders/log': reading(answer) } })
}

const streaming = (stream: Partial<ResourceStream>) =>
  started(async () => ({ contentType: 'text/plain', flush: false, ...stream }))

// Source: `StreamObject` of k8s.io/apiserver/pkg/endpoints/handlers/responsewriters.
describe('a read with options of its own', () => {
  test('answers with the pieces of a stream', async () => {
    const api = await streaming({ body: pieces('one\n', 'two\n') })
    const { status, headers, bytes } = await api.call('GET', `${flunders}/f/log`)
    expect([status, headers['content-type'], bytes.toString()]).toEqual([200, 'text/plain', 'one\ntwo\n'])
  })

  test('answers with bytes of unknown type where the stream names none', async () => {
    const { headers } = await (await streaming({ contentType: '', body: pieces('x') })).call('GET', `${flunders}/f/log`)
    expect(headers['content-type']).toBe('application/octet-stream')
  })

  test('answers 204 where there is no stream', async () => {
    const { status, bytes, headers } = await (await streaming({})).call('GET', `${flunders}/f/log`)
    expect([status, bytes.length, headers['content-type']]).toEqual([204, 0, undefined])
  })

  test('answers with an object', async () => {
    const api = await started(async () => encodable(new Flunder({ metadata: { name: 'f' } })))
    const { status, body } = await api.call('GET', `${flunders}/f/log`)
    expect([status, body.kind, body.metadata.name]).toEqual([200, 'Flunder', 'f'])
  })

  test('asks a stream for more as the client reads, and for no more once it is gone', async () => {
    let given = 0
    let end = (): void => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    async function* long(): AsyncGenerator<Uint8Array> {
      try {
        for (; given < 1000; given++) yield Buffer.alloc(100_000)
      } finally {
        end()
      }
    }
    const api = await streaming({ body: long() })
    const { body } = await api.open('GET', `${flunders}/f/log`)
    let read = 0
    for await (const _chunk of body as AsyncIterable<Uint8Array>) {
      await new Promise(setImmediate)
      expect(given).toBeLessThan(read + 10)
      if (++read === 10) break
    }
    await ended
    expect(given).toBeLessThan(20)
  })
})

describe('a read', () => {
  test.each([
    ['?export=true', 400],
    ['?export=1', 400],
    ['?export=', 400],
    ['?export=0', 404],
    ['?export=False', 404],
    ['', 404],
  ])('with %j is answered with %i: exports are gone', async (query, code) => {
    const api = await TestAPI.start()
    const { status, body } = await api.call('GET', `${flunders}/none${query}`)
    expect(status).toBe(code)
    expect(body.message).toBe(
      code === 400
        ? 'the export parameter, deprecated since v1.14, is no longer supported'
        : 'flunders.wardle.example.com "none" not found',
    )
  })
})
