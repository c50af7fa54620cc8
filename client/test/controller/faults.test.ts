import { ConfigMap } from 'apimachinery/api/core/v1'
import { FakeClock, Random } from 'apimachinery/testing'
import { sleep } from 'apimachinery/wait'
import { describe, expect, it } from 'vitest'
import { Manager } from '../../src/controller/manager.js'
import { TransportError } from '../../src/transport/transport-error.js'
import { expired } from '../support/fake-source.js'
import { ModelServer } from '../support/model-server.js'

/** How many faults: CONTROLLER_FAULTS=10000 for the long form, `npm run test:faults`. */
const faults = Number(process.env.CONTROLLER_FAULTS ?? 150)
const seeds = process.env.CONTROLLER_SEED === undefined ? [1, 2] : [Number(process.env.CONTROLLER_SEED)]

/** What is known of all managers of a run, to find what must not be. */
class Observer {
  readonly wrong: string[] = []
  readonly acting = new Map<string, Set<string>>()
  readonly written = new Map<string, number>()
  runs = 0
  terms = 0

  enter(manager: string, key: string): void {
    this.runs++
    const others = [...this.acting].filter(([name, keys]) => name !== manager && keys.size > 0)
    if (others.length > 0) this.wrong.push(`${manager} acts while ${others.map(([name]) => name)} does`)
    const keys = this.acting.get(manager) ?? new Set()
    if (keys.has(key)) this.wrong.push(`${manager} works on ${key} twice at once`)
    this.acting.set(manager, keys.add(key))
  }

  leave(manager: string, key: string): void {
    this.acting.get(manager)?.delete(key)
  }
}

/** A manager that may be started again and again, as a process is; it copies `v` of each object to `seen`. */
class Operator {
  readonly name: string
  readonly #model: ModelServer
  readonly #clock: FakeClock
  readonly #observer: Observer
  readonly #random: Random
  manager: Manager | undefined
  /** The notifications of handlers, replayed. */
  readonly told = new Map<string, string>()
  #stop = new AbortController()
  #run: Promise<void> = Promise.resolve()

  constructor(name: string, parts: { model: ModelServer; clock: FakeClock; observer: Observer; random: Random }) {
    this.name = name
    this.#model = parts.model
    this.#clock = parts.clock
    this.#observer = parts.observer
    this.#random = parts.random
  }

  start(): void {
    const random = (): number => this.#random.next() / 2 ** 32
    this.#stop = new AbortController()
    this.manager = new Manager({
      logger: false,
      client: this.#model.client(this.name),
      clock: this.#clock,
      cache: { random, watchList: this.#random.chance(0.5) },
      leaderElection: { name: 'lease', namespace: 'ns', identity: this.name, random },
      gracefulShutdownTimeout: 1000,
    })
    this.#listen(this.manager)
    this.#control(this.manager)
    this.#run = this.manager.run(this.#stop.signal).catch(() => undefined)
    void this.manager.elected.then(() => this.#observer.terms++)
  }

  /** Ends, as a process on SIGTERM. */
  stop(): void {
    this.#stop.abort()
  }

  /** Restarts managers that have ended, because they were stopped or lost their lease. */
  get ended(): Promise<void> {
    return this.#run
  }

  #listen(manager: Manager): void {
    this.told.clear()
    const tell = async (object: ConfigMap, gone = false): Promise<void> => {
      const { namespace, name, resourceVersion } = object.metadata ?? {}
      if (gone) this.told.delete(`${namespace}/${name}`)
      else this.told.set(`${namespace}/${name}`, `${resourceVersion}`)
      // Slow now and then.
      if (this.#random.chance(0.02)) await sleep(this.#random.below(2000), { clock: this.#clock })
    }
    manager.cache.informer(ConfigMap).addEventHandler({
      onAdd: (object) => tell(object),
      onUpdate: (_, object) => tell(object),
      onDelete: (object) => tell(object, true),
    })
  }

  #control(manager: Manager): void {
    manager.controller(ConfigMap, { concurrency: 3 }).reconcile(async ({ key, object, client, signal }) => {
      const id = `${this.name} ${key.name}`
      this.#observer.enter(this.name, key.name)
      try {
        const version = Number(object?.metadata?.resourceVersion ?? Number.POSITIVE_INFINITY)
        const last = this.#observer.written.get(id) ?? 0
        if (version < last) this.#observer.wrong.push(`${id} does not see its own write`)
        if (this.#random.chance(0.3)) await sleep(this.#random.below(300), { clock: this.#clock, signal })
        if (this.#random.chance(0.1)) throw new Error('the reconciler fails now and then')
        if (object === undefined || object.data?.seen === object.data?.v) return
        const data = { ...object.data, seen: object.data?.v ?? '' }
        const written = await client.update(new ConfigMap({ ...object, data }))
        this.#observer.written.set(id, Number(written.metadata?.resourceVersion))
      } finally {
        this.#observer.leave(this.name, key.name)
      }
    })
  }
}

/** What happens, each up to a hundredth. */
const kindsOfFaults = [
  [45, 'disconnect'],
  [65, 'expired'],
  [75, 'server restart'],
  [80, 'partition'],
  [85, 'restart'],
  [100, 'bookmark'],
] as const
const kindOf = (fault: number) => kindsOfFaults.find(([below]) => fault < below)![1]

const macrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
async function pass(clock: FakeClock, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; ) {
    await macrotask()
    const next = Math.min(left, Math.max(1, clock.untilNextTimer ?? left))
    clock.step(next)
    left -= next
  }
  await macrotask()
}

describe('controllers through faults', () => {
  it.each(seeds)(
    `lose nothing and do nothing twice, seed %i, ${faults} faults`,
    { timeout: 3_600_000 },
    async (seed) => {
      const random = new Random(seed)
      const clock = new FakeClock()
      const model = new ModelServer()
      const observer = new Observer()
      const operators = ['a', 'b'].map((name) => new Operator(name, { model, clock, observer, random }))
      for (const operator of operators) operator.start()
      await pass(clock, 100)
      const change = (): void => {
        const name = `map-${random.below(12)}`
        if (random.chance(0.15)) model.source.delete(name)
        else model.source.put(name, { ...model.source.objects.get(`ns/${name}`)?.data, v: random.word() })
      }
      const restart = async (operator: Operator): Promise<void> => {
        operator.stop()
        await pass(clock, 1500)
        await operator.ended
        for (const key of observer.written.keys()) if (key.startsWith(`${operator.name} `)) observer.written.delete(key)
        operator.start()
      }
      const kinds = new Map<string, number>()
      for (let i = 0; i < faults; ) {
        for (let changes = random.below(4); changes > 0; changes--) change()
        await pass(clock, random.below(3000))
        const fault = random.below(100)
        const kind = kindOf(fault)
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
        // A bookmark is no fault.
        if (kind !== 'bookmark') i++
        if (kind === 'disconnect')
          model.source.disconnect(random.chance(0.5) ? new TransportError('ConnectionLost', 'reset') : undefined)
        else if (kind === 'expired') {
          model.source.disconnect(random.chance(0.5) ? expired() : undefined)
          change()
          model.source.compact()
        } else if (kind === 'server restart') {
          model.down = true
          model.source.disconnect(new TransportError('ConnectionLost', 'restart'))
          change()
          await pass(clock, random.below(8000))
          model.down = false
        } else if (kind === 'partition') {
          const victim = random.pick(['a', 'b'])
          model.cutOff.add(victim)
          await pass(clock, random.below(20_000))
          model.cutOff.clear()
        } else if (kind === 'restart') await restart(random.pick(operators))
        else model.source.bookmark()
        for (const operator of operators) {
          // A manager that has lost its lease has ended, as a program would.
          const over = await Promise.race([operator.ended.then(() => true), macrotask().then(() => false)])
          if (over) await restart(operator)
        }
      }
      await pass(clock, 180_000)
      for (const operator of operators) {
        const over = await Promise.race([operator.ended.then(() => true), macrotask().then(() => false)])
        if (over) await restart(operator)
      }
      await pass(clock, 180_000)
      expect(observer.wrong).toEqual([])
      const wanted = [...model.source.objects].map(([key, object]) => [key, object.metadata?.resourceVersion]).sort()
      for (const { manager, told, name } of operators) {
        const { lister } = manager!.cache.informer(ConfigMap)
        const stored = lister.list().map((each) => [`ns/${each.metadata?.name}`, each.metadata?.resourceVersion])
        expect(stored.sort(), `cache of ${name}`).toEqual(wanted)
        expect([...told].sort(), `handlers of ${name}`).toEqual(wanted)
      }
      for (const { data } of model.source.objects.values()) expect(data?.seen).toBe(data?.v)
      expect(observer.runs).toBeGreaterThan(faults / 4)
      // Each kind of fault was met, and the lease went from one to the other.
      expect([...kinds.keys()].sort()).toEqual(kindsOfFaults.map(([, each]) => each).sort())
      expect(observer.terms).toBeGreaterThan(1)
      for (const operator of operators) operator.stop()
      await pass(clock, 10_000)
      await Promise.all(operators.map(({ ended }) => ended))
      expect(clock.pendingTimers).toBe(0)
      expect(model.source.openWatches).toBe(0)
    },
  )
})
