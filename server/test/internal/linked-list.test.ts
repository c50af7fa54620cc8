import { describe, expect, it } from 'vitest'
import { type Linked, LinkedList } from '../../src/internal/linked-list.js'

interface Member extends Linked<Member> {
  readonly name: string
}

const member = (name: string): Member => ({ name, previous: undefined, next: undefined })
const names = (list: LinkedList<Member>): string => [...list].map(({ name }) => name).join('')

describe('LinkedList', () => {
  it('keeps the order in which values came, whichever is taken out', () => {
    const list = new LinkedList<Member>()
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(member) as [Member, Member, Member, Member]
    for (const each of [a, b, c, d]) list.add(each)
    expect([names(list), list.size, list.first]).toEqual(['abcd', 4, a])
    expect([list.delete(b), names(list)]).toEqual([true, 'acd'])
    expect([list.delete(d), names(list)]).toEqual([true, 'ac'])
    expect([list.delete(a), names(list), list.first]).toEqual([true, 'c', c])
    list.add(b)
    expect([names(list), list.size]).toEqual(['cb', 2])
    expect([list.delete(c), list.delete(b), names(list), list.size, list.first]).toEqual([true, true, '', 0, undefined])
  })

  it('says of a value that is not there that it is not, and leaves no link in one that was', () => {
    const list = new LinkedList<Member>()
    const [a, b] = [member('a'), member('b')]
    list.add(a)
    list.add(b)
    expect(list.delete(a)).toBe(true)
    expect([list.delete(a), list.delete(member('c')), list.size]).toEqual([false, false, 1])
    expect([a.previous, a.next, b.previous, b.next]).toEqual([undefined, undefined, undefined, undefined])
  })

  it('goes on where the value that was given is taken out', () => {
    const list = new LinkedList<Member>()
    for (const name of 'abc') list.add(member(name))
    const seen: string[] = []
    for (const each of list) {
      seen.push(each.name)
      list.delete(each)
    }
    expect([seen.join(''), list.size]).toEqual(['abc', 0])
  })
})
