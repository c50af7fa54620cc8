import { describe, expect, test } from 'vitest'
import { long, rounds } from '../rounds.js'

// Longer: node test/fuzz/run.mjs --seconds 600 --seed 7
const cases = rounds(200)

interface Surface {
  readonly name: string
  readonly kind: string
}

interface Session {
  readonly surfaces: readonly Surface[]
  seedsOf(surface: Surface): readonly unknown[]
  hostileInputs(surface: string): readonly (readonly [name: string, input: unknown])[]
  feed(surface: Surface, input: unknown): Promise<{ readonly problem: unknown }>
}

interface Tools {
  importFromSource(file: string): Promise<Session>
  readonly Random: new (seed: number) => object
  mutated(kind: string, seeds: readonly unknown[], random: object): unknown
}

// Small ones, which still find what grows with the square of the size.
process.env.FUZZ_SIZE = long ? '100000' : '40000'

const load = async <T>(path: string): Promise<T> => (await import(path)) as T
const { importFromSource } = await load<Tools>('../interop/from-source.mjs')
const { Random } = await load<Tools>('../interop/random.mjs')
const { mutated } = await load<Tools>('./mutated.mjs')
const { surfaces, seedsOf, hostileInputs, feed } = await importFromSource('../fuzz/session.mjs')

function shown(input: unknown): string {
  return input instanceof Uint8Array ? Buffer.from(input).toString('base64') : JSON.stringify(input)
}

describe('random input gives a result or a typed error', () => {
  test.each(surfaces)('$name', async (surface) => {
    const seeds = seedsOf(surface)
    const random = new Random(1)
    for (let n = 0; n < cases; n++) {
      const input = mutated(surface.kind, seeds, random)
      const text = shown(input)
      const { problem } = await feed(surface, input)
      expect({ text, problem }).toEqual({ text, problem: undefined })
    }
  })
})

const attacked = surfaces.filter(({ name }) => hostileInputs(name).length > 0)

describe('input that is expensive for its size gives a result or a typed error', () => {
  test.each(attacked)(
    '$name',
    async (surface) => {
      for (const [name, input] of hostileInputs(surface.name)) {
        const { problem } = await feed(surface, input)
        expect({ name, problem }).toEqual({ name, problem: undefined })
      }
    },
    60_000,
  )
})
