import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMachineryError } from '../../../../src/errors/machinery-error.js'
import { cborSequenceFramer } from '../../../../src/runtime/serializer/cbor/cbor-sequence-framer.js'
import { isFrameTooLarge } from '../../../../src/runtime/serializer/framing/frame-error.js'
import { jsonFramer, lengthDelimitedFramer, yamlFramer } from '../../../../src/runtime/serializer/framing/framer.js'
import type { Framer } from '../../../../src/runtime/serializer/serializer-info.js'
import { chunksOf } from '../../../../src/runtime/serializer/streaming/chunks.js'

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Pieces of `size` bytes. */
function* cut(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  // Each piece is a copy: readers must not rely on one common buffer.
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
}

async function readAll(framer: Framer, pieces: Iterable<Uint8Array>): Promise<Uint8Array[]> {
  const frames: Uint8Array[] = []
  for await (const frame of framer.newFrameReader(chunksOf(pieces))) frames.push(frame)
  return frames
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => [...part]))
}

interface Sample {
  readonly framer: Framer
  readonly frames: readonly Uint8Array[]
  readonly stream: Uint8Array
  /** A stream cut short is noticed; YAML has no end of its own. */
  readonly noticesCut: boolean
}

const jsonFrames = ['{"a":"}\\"{","b":[{},[]]}', '[1]', '"x y"', '12', 'null', '{\n "c": "\\\\"\n}'].map(bytesOf)
/** As in Go, an empty frame is a frame, which decoders reject. */
const lengthFrames = [Uint8Array.of(1, 2, 3), new Uint8Array(), new Uint8Array(300).fill(7), Uint8Array.of(9)]
const cborFrames = [
  [0x00],
  [0xd9, 0xd9, 0xf7, 0xa2, 0x41, 0x61, 0x01, 0x61, 0x62, 0x82, 0x18, 0x64, 0xf6],
  [0x9f, 0x01, 0xbf, 0x41, 0x61, 0x5f, 0x42, 0x01, 0x02, 0x40, 0xff, 0xff, 0xff],
  [0x59, 0x00, 0x03, 1, 2, 3],
  [0xfb, 0, 0, 0, 0, 0, 0, 0, 0],
  [0x80],
  [0xc6, 0xc6, 0x9f, 0xc6, 0x81, 0xc6, 0x00, 0xff],
  [0x40],
].map((bytes) => Uint8Array.from(bytes))

const samples: Readonly<Record<string, Sample>> = {
  json: {
    framer: jsonFramer(),
    frames: jsonFrames,
    stream: join(jsonFrames.flatMap((f) => [f, bytesOf(' \n')])),
    noticesCut: true,
  },
  yaml: {
    framer: yamlFramer(),
    frames: ['a: 1', '# b\nc: --- no', 'd: "é"\n'].map(bytesOf),
    stream: bytesOf('a: 1\n---\n\n--- # note\n# b\nc: --- no\n---\nd: "é"\n'),
    noticesCut: false,
  },
  length: {
    framer: lengthDelimitedFramer(),
    frames: lengthFrames,
    stream: join(lengthFrames.map((frame) => lengthDelimitedFramer().frame(frame))),
    noticesCut: true,
  },
  cbor: { framer: cborSequenceFramer(), frames: cborFrames, stream: join(cborFrames), noticesCut: true },
}

describe.each(Object.entries(samples))('%s frames', (_name, { framer, frames, stream, noticesCut }) => {
  test('are found in pieces of any size', async () => {
    for (let size = 1; size <= stream.length; size++) expect(await readAll(framer, cut(stream, size))).toEqual(frames)
  })

  test('are found in pieces of sizes at random', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 60 }), async (sizes) => {
        const pieces: Uint8Array[] = []
        let at = 0
        for (const size of sizes) {
          pieces.push(stream.slice(at, at + size))
          at += size
        }
        pieces.push(stream.slice(at))
        expect(await readAll(framer, pieces)).toEqual(frames)
      }),
    )
  })

  test('of a stream cut at any byte are whole, or the cut is an error', async () => {
    for (let end = 0; end < stream.length; end++) {
      const read: Uint8Array[] = []
      let problem: unknown
      try {
        for await (const frame of framer.newFrameReader(chunksOf([stream.slice(0, end)]))) read.push(frame)
      } catch (error) {
        problem = error
      }
      if (problem !== undefined) expect(isMachineryError(problem, 'UnexpectedEOF')).toBe(noticesCut)
      expect(read.length).toBeLessThanOrEqual(frames.length)
      expect(read.slice(0, -1)).toEqual(frames.slice(0, Math.max(read.length - 1, 0)))
    }
  })

  test('survive arbitrary bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
        const whole = await readAll(framer, [bytes]).catch((error: unknown) => error)
        const pieces = await readAll(framer, cut(bytes, size)).catch((error: unknown) => error)
        if (whole instanceof Error) expect(isMachineryError(whole)).toBe(true)
        else expect(pieces).toEqual(whole)
      }),
    )
  })
})

describe('oversize frames', () => {
  const big = 'x'.repeat(2000)
  test.each<[string, Framer, Uint8Array]>([
    ['json', jsonFramer({ maxFrameBytes: 1000 }), bytesOf(`"${big}"`)],
    ['yaml', yamlFramer({ maxFrameBytes: 1000 }), bytesOf(`a: ${big}\n---\n`)],
    ['length', lengthDelimitedFramer({ maxFrameBytes: 1000 }), Uint8Array.of(0xff, 0xff, 0xff, 0xff)],
    [
      'cbor',
      cborSequenceFramer({ maxFrameBytes: 1000 }),
      Uint8Array.of(0x5b, 0, 0, 1, 0, 0, 0, 0, 0, ...new Uint8Array(1001)),
    ],
  ])('%s: are refused', async (_name, framer, stream) => {
    for (const size of [1, 7, stream.length]) {
      const error = await readAll(framer, cut(stream, size)).catch((problem: unknown) => problem)
      expect(isFrameTooLarge(error)).toBe(true)
    }
  })

  test('do not stand in the way of small ones', async () => {
    const stream = bytesOf('{"a":1}'.repeat(1000))
    expect(await readAll(jsonFramer({ maxFrameBytes: 10 }), cut(stream, 100))).toHaveLength(1000)
  })
})

describe('yamlFramer', () => {
  test('puts a separator in front of a document', async () => {
    const framer = yamlFramer()
    const stream = join(['a: 1\n', 'b: 2\n'].map((text) => framer.frame(bytesOf(text))))
    expect(new TextDecoder().decode(stream)).toBe('---\na: 1\n---\nb: 2\n')
    expect(await readAll(framer, [stream])).toEqual([bytesOf('---\na: 1'), bytesOf('b: 2\n')])
  })
})

describe('cborSequenceFramer', () => {
  const failing = (stream: Uint8Array) =>
    readAll(cborSequenceFramer(), cut(stream, 1000)).catch((error: unknown) => error)

  test('refuses what nests deeper than anybody reads, and keeps no list of tags', async () => {
    const nested = new Uint8Array(100_000)
    expect(await failing(nested.fill(0x81))).toMatchObject({ code: 'InvalidCBOR' })
    expect(await failing(nested.fill(0x9f))).toMatchObject({ code: 'InvalidCBOR' })
    expect(await failing(nested.fill(0xc6))).toMatchObject({ code: 'UnexpectedEOF' })
    nested[nested.length - 1] = 0
    expect(await failing(nested)).toHaveLength(1)
  })

  test('refuses a tag on nothing', async () => {
    expect(await failing(Uint8Array.of(0x9f, 0xc6, 0xff))).toMatchObject({ code: 'InvalidCBOR' })
    expect(await failing(Uint8Array.of(0xc6))).toMatchObject({ code: 'UnexpectedEOF' })
  })
})
