import { describe, expect, it } from 'vitest'
import { selectControllers } from '../../src/controllers/select-controllers.js'

const known = [
  { name: 'a-controller', aliases: ['a'] },
  { name: 'b-controller' },
  { name: 'c-controller', aliases: ['c'], disabledByDefault: true },
]

describe('a list of controllers', () => {
  it.each<[string[], string[]]>([
    [['*'], ['a-controller', 'b-controller']],
    [['all'], ['a-controller', 'b-controller', 'c-controller']],
    [
      ['*', 'c'],
      ['a-controller', 'b-controller', 'c-controller'],
    ],
    [['*', '-a'], ['b-controller']],
    [['-b-controller', '*'], ['a-controller']],
    [['a', '-a-controller'], ['a-controller']],
    [['-a', 'a'], []],
    [['-a'], []],
    [[], []],
  ])('%j selects %j', (names, selected) => {
    expect(selectControllers(names, known).map(({ name }) => name)).toEqual(selected)
  })

  it('names what is known where a name is not', () => {
    expect(() => selectControllers(['*', '-d'], known)).toThrow(
      '"d" is not in the list of known controllers: a-controller, b-controller, c-controller',
    )
  })
})
