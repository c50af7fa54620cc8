import { expect, it } from 'vitest'
import { Cancellation } from '../../src/request/cancellation.js'

it('has the state of a signal, whether or not one was read', () => {
  const cancellation = new Cancellation()
  const heard: string[] = []
  const removed = () => heard.push('removed')
  cancellation.removeEventListener('abort', removed)
  cancellation.addEventListener('abort', () => heard.push('kept'))
  cancellation.addEventListener('abort', removed)
  cancellation.removeEventListener('abort', removed)
  expect([cancellation.aborted, cancellation.reason]).toEqual([false, undefined])
  cancellation.throwIfAborted()
  const reason = new Error('enough')
  cancellation.cancel(reason)
  cancellation.cancel(new Error('later'))
  expect(heard).toEqual(['kept'])
  expect([cancellation.aborted, cancellation.reason]).toEqual([true, reason])
  expect(() => cancellation.throwIfAborted()).toThrow(reason)
  expect(cancellation.signal.reason).toBe(reason)

  const early = new Cancellation()
  early.cancel(reason)
  expect(() => early.throwIfAborted()).toThrow(reason)
  expect([early.signal.aborted, early.signal.reason]).toEqual([true, reason])
})
