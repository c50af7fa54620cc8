import { constants, createDeflate } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { connectionPair } from '../../src/serving/connection-pair.js'
import { headerDictionary } from '../../src/serving/spdy/header-dictionary.js'
import { SpdyHeaderReader } from '../../src/serving/spdy/header-reader.js'
import { type AcceptedStream, SpdySession } from '../../src/serving/spdy/session.js'

/** Headers as Go's `spdystream` sends them, one block after another. */
async function compressed(blocks: readonly Buffer[]): Promise<Buffer[]> {
  const deflate = createDeflate({ dictionary: headerDictionary(), flush: constants.Z_SYNC_FLUSH })
  const result: Buffer[] = []
  for (const block of blocks) {
    await new Promise<void>((resolve) => deflate.write(block, () => resolve()))
    result.push(deflate.read() as Buffer)
  }
  deflate.close()
  return result
}

function block(...texts: string[]): Buffer {
  const number = (value: number): Buffer => Buffer.from([0, value >> 16, (value >> 8) & 0xff, value & 0xff])
  return Buffer.concat([number(texts.length / 2), ...texts.flatMap((text) => [number(text.length), Buffer.from(text)])])
}

async function textOf(stream: { readonly received: AsyncIterable<Uint8Array> }): Promise<string> {
  let text = ''
  for await (const piece of stream.received) text += Buffer.from(piece).toString()
  return text
}

describe('headers of SPDY', () => {
  it('are read with the state of those before', async () => {
    const reader = new SpdyHeaderReader()
    const sent = await compressed([
      block('streamType', 'error', 'port', '80'),
      block('streamType', 'data', 'port', '80'),
    ])
    expect({ ...(await reader.read(sent[0]!)) }).toEqual({ streamtype: 'error', port: '80' })
    expect({ ...(await reader.read(sent[1]!)) }).toEqual({ streamtype: 'data', port: '80' })
    reader.close()
  })

  it.each([
    ['are too large', block('a', 'x'.repeat(70_000)), 'too large'],
    ['are cut off', block('a', 'b').subarray(0, 11), 'cut off'],
  ])('that %s are refused', async (_, headers, message) => {
    const [sent] = await compressed([headers])
    await expect(new SpdyHeaderReader().read(sent!)).rejects.toThrow(message)
  })
})

describe('a session of SPDY', () => {
  it('carries streams that the peer opens, ends them, and refuses others', async () => {
    const [near, far] = connectionPair()
    const client = new SpdySession(near)
    const accepted: AcceptedStream[] = []
    const server = new SpdySession(far, (stream) => {
      if (stream.headers.kind === 'unknown') return false
      accepted.push(stream)
      return true
    })
    const refused = client.open({ kind: 'unknown' })
    const stream = client.open({ kind: 'known' })
    await stream.send(Buffer.from('asked'))
    stream.end()
    expect(await textOf(refused)).toBe('')
    await expect.poll(() => accepted.length, { interval: 1 }).toBe(1)
    expect(await textOf(accepted[0]!)).toBe('asked')
    const long = Buffer.alloc(300_000, 'a')
    void accepted[0]!.send(long).then(() => server.finish())
    expect((await textOf(stream)).length).toBe(long.length)
    await Promise.all([client.ended, server.ended])
    expect([near.destroyed, far.destroyed]).toEqual([true, true])
  })

  it('ends with its connection on both sides', async () => {
    const [near, far] = connectionPair()
    const client = new SpdySession(near)
    const server = new SpdySession(far, () => true)
    const stream = client.open({})
    await client.close()
    await server.ended
    expect(await textOf(stream)).toBe('')
    expect(far.destroyed).toBe(true)
  })
})
