import { expect, test, vi } from 'vitest'
import { FakeClock } from '../../src/testing/fake-clock.js'
import { systemClock } from '../../src/wait/clock.js'
import { pollUntil } from '../../src/wait/poll-until.js'
import { sleep } from '../../src/wait/sleep.js'
import { isWaitTimeout } from '../../src/wait/wait-timeout.js'

test('timers of the system call back once, in order, and can be stopped', async () => {
  const called: string[] = []
  const stopped = systemClock.setTimer(() => called.push('stopped'), 1)
  expect(stopped.stop()).toBe(true)
  expect(stopped.stop()).toBe(false)
  await new Promise<void>((resolve) => {
    systemClock.setTimer(() => called.push('first'), 0)
    systemClock.setTimer(() => {
      called.push('second')
      resolve()
    }, 20)
  })
  expect(called).toEqual(['first', 'second'])
})

test('a delay of months is not a delay of nothing', async () => {
  let called = false
  const timer = systemClock.setTimer(() => (called = true), 2 ** 40)
  await sleep(20)
  expect(called).toBe(false)
  expect(timer.stop()).toBe(true)
})

test('a delay longer than timers take is made of several', () => {
  vi.useFakeTimers()
  try {
    let called = 0
    systemClock.setTimer(() => called++, 2 ** 31 + 1000)
    systemClock.setTimer(() => called++, -5)
    vi.advanceTimersByTime(0)
    expect(called).toBe(1)
    vi.advanceTimersByTime(2 ** 31 + 999)
    expect(called).toBe(1)
    vi.advanceTimersByTime(1)
    expect([called, vi.getTimerCount()]).toEqual([2, 0])
  } finally {
    vi.useRealTimers()
  }
})

test('only timers in the background let the process end', () => {
  const unref = vi.fn()
  const set = vi.spyOn(globalThis, 'setTimeout').mockReturnValue({ unref } as never)
  try {
    systemClock.setTimer(() => undefined, 1)
    expect(unref).not.toHaveBeenCalled()
    systemClock.setTimer(() => undefined, 1, { background: true })
    expect(unref).toHaveBeenCalledOnce()
    set.mockReturnValue(7 as never)
    expect(systemClock.setTimer(() => undefined, 1, { background: true }).stop()).toBe(true)
  } finally {
    set.mockRestore()
  }
})

test('sleep ends with its signal and leaves no timer', async () => {
  const clock = new FakeClock()
  const controller = new AbortController()
  const sleeping = sleep(1000, { clock, signal: controller.signal })
  controller.abort(new Error('enough'))
  await expect(sleeping).rejects.toThrow('enough')
  expect(clock.pendingTimers).toBe(0)
  await expect(sleep(1, { clock, signal: controller.signal })).rejects.toThrow('enough')
  expect(clock.pendingTimers).toBe(0)
})

test('the fake clock moves when it is told to, and calls timers in their order', async () => {
  const clock = new FakeClock(new Date('2024-01-01T00:00:00Z'))
  const called: string[] = []
  clock.setTimer(() => called.push(`late ${clock.monotonic()}`), 300)
  clock.setTimer(() => {
    called.push(`early ${clock.monotonic()}`)
    clock.setTimer(() => called.push(`set meanwhile ${clock.monotonic()}`), 50)
  }, 100)
  expect(clock.untilNextTimer).toBe(100)
  clock.step(99)
  expect(called).toEqual([])
  clock.step(300)
  expect(called).toEqual(['early 100', 'set meanwhile 150', 'late 300'])
  expect(new Date(clock.now()).toISOString()).toBe('2024-01-01T00:00:00.399Z')
  clock.setTime(0)
  expect([clock.now(), clock.monotonic()]).toEqual([0, 399])
})

test('pollUntil asks in intervals, until the answer or the timeout', async () => {
  const clock = new FakeClock()
  let asked = 0
  const done = pollUntil({ clock, interval: 100 }, () => ++asked === 3)
  await clock.stepAsync(250)
  expect(asked).toBe(2)
  await clock.stepAsync(50)
  await done
  expect([asked, clock.pendingTimers]).toEqual([3, 0])

  const late = pollUntil({ clock, interval: 100, timeout: 350, immediate: true }, () => ++asked < 0).catch((e) => e)
  await clock.stepAsync(1000)
  const error: unknown = await late
  expect(isWaitTimeout(error)).toBe(true)
  expect(String(error)).toContain('timed out waiting for the condition')
  expect([asked, clock.pendingTimers]).toEqual([7, 0])
})

test('pollUntil leaves no timer when its condition throws or its signal is aborted', async () => {
  const clock = new FakeClock()
  const refused = () => {
    throw new Error('refused')
  }
  await expect(pollUntil({ clock, interval: 1, timeout: 9, immediate: true }, refused)).rejects.toThrow('refused')
  expect(clock.pendingTimers).toBe(0)
  const controller = new AbortController()
  const waiting = pollUntil({ clock, interval: 1, timeout: 9, signal: controller.signal }, () => false)
  controller.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect(clock.pendingTimers).toBe(0)
})
