import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Attack, complaint } from './attack.js'
import { bombs } from './bombs.js'
import { escapes } from './escapes.js'
import { hostileHeads } from './heads.js'
import { http2Floods } from './http2-floods.js'
import { prototypes } from './prototypes.js'
import { selectors } from './selectors.js'
import { fill, slowPeers } from './slow-peers.js'
import { smuggling } from './smuggling.js'
import { truncatedBodies } from './truncated-bodies.js'
import { Victim, type VictimState } from './victim.js'
import { webSockets } from './web-sockets.js'
import { Witness } from './witness.js'

/** Every attack takes minutes: `npm run hostile -w server`. Otherwise a few of each family, drawn by HOSTILE_SEED, all families at once. */
const all = process.env.HOSTILE !== undefined
const seed = process.env.HOSTILE_SEED ?? '1'
const drawn = 3
const sideBySide = 8

const families: Readonly<Record<string, readonly Attack[]>> = {
  'truncated bodies': truncatedBodies,
  smuggling,
  heads: hostileHeads,
  bombs,
  escapes,
  prototypes,
  selectors,
  'floods of HTTP/2': http2Floods,
  'web sockets': webSockets,
  'slow peers': slowPeers,
}

/** Bytes that may live on after a family: code that was compiled, and caches that have a bound. */
const room = 48 << 20
/** Bytes that the process may have taken at its worst: it holds what hundreds of connections may send, and no bomb. */
const most = 1 << 30

function draw(attacks: readonly Attack[]): readonly Attack[] {
  if (all) return attacks
  const rank = ({ name }: Attack): string => createHash('sha1').update(`${seed} ${name}`).digest('hex')
  return attacks
    .filter(({ slow }) => slow !== true)
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, drawn)
}

describe('any input of clients', () => {
  let victim: Victim
  let witness: Witness
  let before: VictimState
  beforeAll(async () => {
    victim = await Victim.start()
    witness = new Witness(victim.ports)
    expect(await witness.ask()).toBe(200)
    if (all) await fill(victim.ports)
    before = await victim.state()
  })
  afterAll(async () => {
    witness.stop()
    await victim.stop()
  })

  /** Connections end shortly after the response to their peers. */
  async function settled(): Promise<VictimState> {
    let state = before
    const sockets = async () => {
      state = await victim.state()
      return state.sockets
    }
    await expect.poll(sockets, { timeout: 20_000, interval: 100 }).toBeLessThanOrEqual(before.sockets)
    return state
  }

  it('is distinct, and far more than two hundred things', () => {
    const names = Object.values(families).flatMap((attacks) => attacks.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(200)
  })

  /** What is wrong with the answers to attacks, and with those that others get meanwhile. */
  async function complaintsOf(attacks: readonly Attack[]): Promise<string[]> {
    const complaints: string[] = []
    const judge = async (attack: Attack): Promise<void> => {
      const [outcome, seen] = await Promise.all([attack.run(victim.ports), witness.ask()])
      const found = complaint(attack, outcome)
      if (found !== undefined) complaints.push(`${attack.name}: ${found}`)
      if (seen !== 200) complaints.push(`${attack.name}: another client got ${seen} meanwhile`)
    }
    // Slow ones side by side: they wait, and do nothing.
    const waiting = attacks.filter((attack) => attack.slow === true).map(judge)
    const quick = attacks.filter((attack) => attack.slow !== true).values()
    const worker = async (): Promise<void> => {
      for (const attack of quick) await judge(attack)
    }
    await Promise.all([...waiting, ...Array.from({ length: sideBySide }, worker)])
    return complaints
  }

  async function expectUnharmed(): Promise<void> {
    const after = await settled()
    expect(after.sockets).toBeLessThanOrEqual(before.sockets)
    expect(after.polluted).toBe(false)
    expect(after.failures).toEqual([])
    expect(after.held - before.held).toBeLessThan(room)
    expect(after.peak).toBeLessThan(most)
    expect(await witness.ask()).toBe(200)
  }

  it.runIf(!all)(
    'a few of each family',
    async () => {
      expect(await complaintsOf(Object.values(families).flatMap(draw))).toEqual([])
      await expectUnharmed()
    },
    120_000,
  )

  it.runIf(all).each(Object.entries(families))(
    '%s',
    async (_family, attacks) => {
      expect(await complaintsOf(attacks)).toEqual([])
      await expectUnharmed()
    },
    300_000,
  )
})
