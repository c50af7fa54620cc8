import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { FakeClock } from 'apimachinery/testing'
import { expect, it, vi } from 'vitest'
import { deadline } from '../../src/internal/deadline.js'

it('ends after its time, and with the other signal', () => {
  const clock = new FakeClock()
  const late = deadline(new AbortController().signal, 1000, { clock })
  clock.step(999)
  expect(late.signal.aborted).toBe(false)
  clock.step(1)
  expect(late.signal.reason).toMatchObject({ name: 'TimeoutError' })

  const outer = new AbortController()
  const early = deadline(outer.signal, 1000, { clock })
  outer.abort(new Error('gone'))
  expect(early.signal.reason).toMatchObject({ message: 'gone' })
  early.stop()
  expect(clock.pendingTimers).toBe(0)
})

it('ends even when only its listener refers to it', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const outer = new AbortController()
  let ended = 0
  for (let number = 0; number < 50; number++)
    deadline(outer.signal, 30).signal.addEventListener('abort', () => ended++, { once: true })
  collectGarbage()
  await vi.waitFor(() => expect(ended).toBe(50), { timeout: 20_000 })
})
