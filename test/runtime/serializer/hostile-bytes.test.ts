import { readdirSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMachineryError } from '../../../src/errors/machinery-error.js'
import type { Serializer } from '../../../src/runtime/interfaces.js'
import { CBORSerializer } from '../../../src/runtime/serializer/cbor/cbor-serializer.js'
import { ProtobufSerializer } from '../../../src/runtime/serializer/protobuf/protobuf-serializer.js'
import { goldenLines } from '../../golden-lines.js'
import { builtInScheme } from '../../interop/serializers.js'
import { rounds } from '../../rounds.js'

const scheme = builtInScheme()
const modes = ['faithful', 'strict', 'canonical'] as const
const readers = {
  pb: modes.map((mode) => new ProtobufSerializer(scheme, { mode })),
  cbor: modes.map((mode) => new CBORSerializer(scheme, { mode })),
}

interface Sample {
  readonly gvk: string
  readonly bytes: Uint8Array
}

/** Of every built-in kind its shortest golden object. */
function samplesOf(format: 'pb' | 'cbor'): Sample[] {
  const shortest = new Map<string, Uint8Array>()
  for (const file of readdirSync('test/golden').filter((name) => name.endsWith('.jsonl.gz'))) {
    for (const { gvk, [format]: text } of goldenLines<{ gvk: string; pb?: string; cbor?: string }>(file)) {
      if (text === undefined) continue
      const bytes = new Uint8Array(Buffer.from(text, 'base64'))
      if (bytes.length < (shortest.get(gvk)?.length ?? Number.POSITIVE_INFINITY)) shortest.set(gvk, bytes)
    }
  }
  return [...shortest].map(([gvk, bytes]) => ({ gvk, bytes }))
}

/** Reads, and writes what was read: an object or a typed error comes out of both. */
function tryAll(serializers: readonly Serializer[], bytes: Uint8Array): void {
  for (const serializer of serializers) {
    try {
      serializer.encode(serializer.decode(bytes).object)
    } catch (error) {
      if (!isMachineryError(error)) throw error
    }
  }
}

const insertions = ['ffffffff0f', 'ffffffffffffffffff01', 'ffffffffffffffff7f', '8080808008', '9bffffffffffffffff']
const bombs = [...insertions, 'bf', '9f', '5f', '7f', 'baffffffff', '0b', '0c'].map((hex) => Buffer.from(hex, 'hex'))

/** Bytes with a few bits turned, a part replaced, doubled or left out, or a length without end put in. */
function mutated(samples: readonly Sample[]): fc.Arbitrary<Uint8Array> {
  const sample = fc.constantFrom(...samples)
  const place = fc.double({ min: 0, max: 0.999, noNaN: true })
  const flipped = fc.tuple(sample, fc.array(fc.tuple(place, fc.nat(7)), { minLength: 1, maxLength: 4 }))
  const spliced = fc.tuple(
    sample,
    place,
    fc.nat(9),
    fc.oneof(fc.constantFrom(...bombs), fc.uint8Array({ maxLength: 4 })),
  )
  const doubled = fc.tuple(sample, place, place)
  return fc.oneof(
    flipped.map(([{ bytes }, bits]) => {
      const copy = bytes.slice()
      for (const [at, bit] of bits) copy[Math.floor(at * copy.length)]! ^= 1 << bit
      return copy
    }),
    spliced.map(([{ bytes }, at, cut, put]) => {
      const start = Math.floor(at * bytes.length)
      return Uint8Array.from([...bytes.subarray(0, start), ...put, ...bytes.subarray(start + cut)])
    }),
    doubled.map(([{ bytes }, a, b]) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)].map((at) => Math.floor(at * bytes.length))
      return Uint8Array.from([...bytes.subarray(0, end), ...bytes.subarray(start)])
    }),
  )
}

describe.each(['pb', 'cbor'] as const)('random bytes, %s', (format) => {
  const samples = samplesOf(format)

  test('objects of every kind cut off at every byte give an error or an object', () => {
    expect(samples.length).toBeGreaterThan(150)
    for (const { bytes } of samples) {
      for (let end = 0; end < bytes.length; end++) tryAll(readers[format].slice(0, 1), bytes.subarray(0, end))
    }
  }, 60_000)

  test('mutated objects of every kind give an error or an object', () => {
    fc.assert(
      fc.property(mutated(samples), (bytes) => tryAll(readers[format], bytes)),
      { numRuns: rounds(4000) },
    )
  }, 60_000)
})
