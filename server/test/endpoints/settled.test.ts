import { describe, expect, it } from 'vitest'
import { type ObjectConversion, settled } from '../../src/endpoints/object-conversion.js'

/** A conversion that runs its work so many times, as one does that waits for results. */
const rounds = (count: number): ObjectConversion => ({
  toVersion: (object) => object,
  toHub: (object) => object,
  settle: async (run) => {
    for (let round = 1; round < count; round++) run()
    return run()
  },
})

async function reported(conversion: ObjectConversion, fails: (round: number) => boolean): Promise<readonly unknown[]> {
  const errors: unknown[] = []
  let round = 0
  const result = await settled({ conversion, onError: (error) => errors.push(error) }, (onError) => {
    round++
    if (fails(round)) onError(`in round ${round}`)
    return round
  })
  expect(result).toBe(round)
  return errors
}

describe('work that is run again with conversions that were missing', () => {
  it('reports nothing that a later run settles', async () => {
    expect(await reported(rounds(3), (round) => round < 3)).toEqual([])
  })

  it('reports what is left in the last run, once', async () => {
    expect(await reported(rounds(3), () => true)).toEqual(['in round 3'])
  })

  it('reports at once where conversions take no time', async () => {
    const { settle: _, ...conversion } = rounds(1)
    expect(await reported(conversion, () => true)).toEqual(['in round 1'])
  })
})
