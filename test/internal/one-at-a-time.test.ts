import { expect, test } from 'vitest'
import { OneAtATime } from '../../src/internal/one-at-a-time.js'
import { weakMemo } from '../../src/internal/weak-memo.js'

/** A step that reports its start, and ends on request. */
function step(log: string[], name: string) {
  let resolve: (value: string) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<string>((yes, no) => {
    resolve = yes
    reject = no
  })
  const run = (): Promise<string> => {
    log.push(`begin ${name}`)
    return promise
  }
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('a step begins when the one before has ended, the first at once', async () => {
  const log: string[] = []
  const queue = new OneAtATime()
  const [a, b, c] = [step(log, 'a'), step(log, 'b'), step(log, 'c')]
  expect(queue.busy).toBe(false)
  const answers = [queue.run(a.run), queue.run(b.run), queue.run(c.run)]
  expect([log, queue.busy]).toEqual([['begin a'], true])
  b.end()
  await settled()
  expect(log).toEqual(['begin a'])
  a.end()
  await settled()
  expect([log, queue.busy]).toEqual([['begin a', 'begin b', 'begin c'], true])
  c.end()
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c'])
  await settled()
  expect(queue.busy).toBe(false)
})

test('after a failure of the last step the next begins at once', async () => {
  const log: string[] = []
  const queue = new OneAtATime()
  const [a, b] = [step(log, 'a'), step(log, 'b')]
  const failed = queue.run(a.run)
  a.fail()
  await expect(failed).rejects.toThrow('a')
  await settled()
  expect(queue.busy).toBe(false)
  const answer = queue.run(b.run)
  expect(log).toEqual(['begin a', 'begin b'])
  b.end()
  expect(await answer).toBe('b')
})

test('an answer is computed once for each object', () => {
  const asked: object[] = []
  const sizeOf = weakMemo((key: { readonly size: number }) => {
    asked.push(key)
    return key.size
  })
  const [one, two] = [{ size: 0 }, { size: 2 }]
  expect([sizeOf(one), sizeOf(two), sizeOf(one), sizeOf(two)]).toEqual([0, 2, 0, 2])
  expect(asked).toEqual([one, two])
})
