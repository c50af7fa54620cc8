import { connect } from 'node:http2'
import { describe, expect, it } from 'vitest'
import { encodeHeaders } from '../../../src/internal/http2/encode-headers.js'
import { contentOf, frameType } from '../../../src/internal/http2/frame.js'
import { HeaderDecoder } from '../../../src/internal/http2/header-decoder.js'
import { Http2Error } from '../../../src/internal/http2/http2-error.js'
import { randomFrom } from '../../storage/random.js'
import { RawPeer } from './raw-peer.js'

const first = ':method GET,:scheme http,:path /,:authority www.example.com'
const second = `${first},cache-control no-cache`
const third = ':method GET,:scheme https,:path /index.html,:authority www.example.com,custom-key custom-value'

/** Blocks of one connection each. Source: RFC 7541, appendix C.3 and C.4. */
const examples = {
  plain: [
    ['828684410f7777772e6578616d706c652e636f6d', first],
    ['828684be58086e6f2d6361636865', second],
    ['828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565', third],
  ],
  compressed: [
    ['828684418cf1e3c2e5f23a6ba0ab90f4ff', first],
    ['828684be5886a8eb10649cbf', second],
    ['828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf', third],
  ],
}

/** The blocks in which Node sends headers, all over one connection. */
async function blocksOfNode(requests: readonly Readonly<Record<string, string>>[]): Promise<Buffer[]> {
  const peer = await RawPeer.start()
  const session = connect(`http://127.0.0.1:${peer.port}`)
  session.on('error', () => undefined)
  const blocks: Buffer[] = []
  for (const request of requests) {
    session.request({ ...request }).on('error', () => undefined)
    blocks.push(contentOf(await peer.next(frameType.HEADERS)))
  }
  session.destroy()
  await peer.stop()
  return blocks
}

describe('headers', () => {
  it.each(Object.entries(examples))('of one connection are read with what was before them (%s)', (_, blocks) => {
    const decoder = new HeaderDecoder()
    const read = (block: string) => decoder.decode(Buffer.from(block, 'hex')).map((field) => field.join(' '))
    for (const [block = '', fields] of blocks) expect(read(block).join()).toBe(fields)
  })

  it.each([
    ['ff', 'a number without its end'],
    ['ffffffffffff7f', 'a number that is too large'],
    ['be', 'a field that was never given'],
    ['80', 'the number 0'],
    ['0005616263', 'a text without its end'],
    ['00016184ffffffff', 'an end inside of a text'],
    ['0001618100', 'a text with wrong padding'],
    ['3fe2ff03', 'a table that is too large'],
    ['8220', 'a table that changes between fields'],
  ])('%s are refused: %s', (block) => {
    expect(() => new HeaderDecoder().decode(Buffer.from(block, 'hex'))).toThrow(Http2Error)
  })

  it('are read or refused, whatever the bytes are', () => {
    const random = randomFrom(11)
    let refused = 0
    for (let round = 0; round < 2000; round++) {
      const block = Uint8Array.from({ length: random(40) }, () => random(256))
      try {
        new HeaderDecoder().decode(block)
      } catch (error) {
        expect(error).toBeInstanceOf(Http2Error)
        refused++
      }
    }
    expect(refused).toBeGreaterThan(0)
    expect(refused).toBeLessThan(2000)
  })

  it('of another implementation are read, also where its table overflows', async () => {
    const random = randomFrom(5)
    const text = () => String.fromCharCode(...Array.from({ length: 1 + random(80) }, () => 33 + random(94)))
    const sent = Array.from({ length: 100 }, (_, at) => ({
      'x-same': 'same',
      [`x-${at % 9}`]: text(),
      'x-long': text(),
    }))
    const decoder = new HeaderDecoder()
    const read = (await blocksOfNode(sent)).map((block) => decoder.decode(block))
    const own = read.map((fields) => Object.fromEntries(fields.filter(([name]) => name.startsWith('x-'))))
    expect(own).toEqual(sent)
  })

  it('are written so that they can be kept, and read; secrets are marked', () => {
    const fields = [
      [':method', 'POST'],
      [':path', `/${'p'.repeat(300)}`],
      ['content-type', 'application/grpc'],
      ['token', 'secret'],
    ] as const
    const block = encodeHeaders(fields, new Set(['token']))
    const decoder = new HeaderDecoder()
    for (let time = 0; time < 2; time++) expect(decoder.decode(block)).toEqual(fields)
    const neverIndexed = 0x10
    expect(block.includes(Buffer.concat([Buffer.of(neverIndexed, 5), Buffer.from('token')]))).toBe(true)
  })

  it.each([
    ['Token', 'x'],
    ['a b', 'x'],
    ['token', 'a\nb'],
    ['token', 'ü'],
  ])('%j: %j are none', (name, value) => {
    expect(() => encodeHeaders([[name, value]])).toThrow(TypeError)
  })
})
