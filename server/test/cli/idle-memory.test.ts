import { FakeClock } from 'apimachinery/testing'
import { beforeEach, expect, test } from 'vitest'
import { IdleMemory, thisProcess } from '../../src/cli/idle-memory.js'

const megabyte = 1024 * 1024

let clock: FakeClock
let usage: { cpu: number; resident: number; heap: number }
let collections: number

beforeEach(() => {
  clock = new FakeClock()
  usage = { cpu: 1000, resident: 120 * megabyte, heap: 60 * megabyte }
  collections = 0
})

function started(): IdleMemory {
  return new IdleMemory(clock, {
    usage: () => ({ ...usage }),
    async collect() {
      collections++
      usage = { ...usage, cpu: usage.cpu + 300, resident: 90 * megabyte }
    },
  })
}

/** Two seconds in which the process takes so many milliseconds of CPU time. */
async function pass(cpu: number): Promise<void> {
  usage.cpu += cpu
  clock.step(2000)
  await new Promise((resolve) => setImmediate(resolve))
}

test('memory is returned once the process is idle, and again when it has grown and is idle again', async () => {
  const memory = started()
  await pass(500)
  expect(collections).toBe(0)
  await pass(20)
  expect(collections).toBe(1)
  await pass(20)
  expect(collections).toBe(1)

  usage.resident = 105 * megabyte
  await pass(20)
  expect(collections).toBe(1)
  usage.resident = 300 * megabyte
  await pass(500)
  expect(collections).toBe(1)
  await pass(20)
  expect(collections).toBe(2)
  memory.stop()
})

test('a heap that takes long to collect is not collected', async () => {
  const memory = started()
  usage.heap = 2048 * megabyte
  await pass(0)
  expect(collections).toBe(0)
  memory.stop()
})

test('nothing is left after stop', async () => {
  started().stop()
  expect(clock.pendingTimers).toBe(0)
})

/** Something that nobody refers to, and that has lived too long for the collections of young objects. */
function oldGarbage(): WeakRef<{ text: string }> {
  const garbage = { text: 'nobody has this' }
  for (let round = 0; round < 50; round++) Array.from({ length: 100_000 }, (_, i) => ({ i }))
  return new WeakRef(garbage)
}

test('the process itself loses what nobody refers to', async () => {
  const garbage = oldGarbage()
  // The heap of a process that ran many tests may be too large to be collected.
  const memory = new IdleMemory(clock, { ...thisProcess, usage: () => usage })
  const held = () => {
    clock.step(2000)
    return garbage.deref()?.text
  }
  await expect.poll(held, { timeout: 20_000 }).toBeUndefined()
  memory.stop()
})
