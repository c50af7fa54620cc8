import { expect, it } from 'vitest'
import { Fifo } from '../../src/collections/fifo.js'

it('a Fifo returns items in the order in which they came, also after thousands of them', () => {
  const fifo = new Fifo<number>()
  expect([fifo.shift(), fifo.length]).toEqual([undefined, 0])
  let next = 0
  let taken = 0
  for (let round = 0; round < 300; round++) {
    for (let count = 0; count < 3; count++) fifo.push(next++)
    for (let count = 0; count < 2; count++) expect(fifo.shift()).toBe(taken++)
    expect(fifo.length).toBe(next - taken)
  }
  while (taken < next) expect(fifo.shift()).toBe(taken++)
  expect([fifo.shift(), fifo.length]).toEqual([undefined, 0])
})
