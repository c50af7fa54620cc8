import { describe, expect, test } from 'vitest'
import { Channel } from '../../src/collections/channel.js'

const value = async (channel: Channel<number>): Promise<number | undefined> => (await channel.receive()).value

describe('a channel hands out every value once and in order', () => {
  // Taken items are dropped from the queue in large pieces: before, at and after each of these sizes.
  test.each([1, 1023, 1024, 1025, 2047, 2048, 2049, 5000])('%i values queued, then taken', async (count) => {
    const channel = new Channel<number>(count)
    for (let i = 0; i < count; i++) expect(channel.trySend(i)).toBe(true)
    expect(channel.trySend(count)).toBe(false)
    for (let i = 0; i < count; i++) expect(await value(channel)).toBe(i)
    expect(channel.trySend(7)).toBe(true)
    expect(await value(channel)).toBe(7)
  })

  test.each([1, 2, 3, 1500])('sent and taken by turns, %i ahead', async (ahead) => {
    const channel = new Channel<number>(10_000)
    let sent = 0
    for (; sent < ahead; sent++) channel.trySend(sent)
    for (let taken = 0; taken < 6000; taken++) {
      channel.trySend(sent++)
      if ((await value(channel)) !== taken) throw new Error(`not ${taken}`)
    }
    for (let taken = 6000; taken < sent; taken++) expect(await value(channel)).toBe(taken)
  })

  test('of senders who wait', async () => {
    const channel = new Channel<number>(1)
    const sent = Array.from({ length: 3000 }, (_, i) => channel.send(i))
    for (let i = 0; i < 3000; i++) if ((await value(channel)) !== i) throw new Error(`not ${i}`)
    expect(new Set(await Promise.all(sent))).toEqual(new Set([true]))
  })

  test('to receivers who wait', async () => {
    const channel = new Channel<number>()
    const received = Array.from({ length: 3000 }, () => value(channel))
    for (let i = 0; i < 3000; i++) channel.trySend(i)
    expect(await Promise.all(received)).toEqual(Array.from({ length: 3000 }, (_, i) => i))
  })
})
