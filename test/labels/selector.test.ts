import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isAggregate } from '../../src/errors/index.js'
import {
  everything,
  matchesNothing,
  newRequirement,
  newSelector,
  nothing,
  type Operator,
  parse,
  type Selector,
  selectorFromSet,
  selectorFromValidatedSet,
  validatedSelectorFromSet,
  validatedSetSelector,
} from '../../src/labels/index.js'
import { isFieldError } from '../../src/validation/field-error.js'

describe('matching', () => {
  const labels = { app: 'web', tier: '', build: '10', big: '9007199254740993' }
  test.each([
    ['app', true],
    ['!app', false],
    ['!other', true],
    ['tier', true],
    ['tier=', true],
    ['other=', false],
    ['app in (api,web)', true],
    ['other in (web)', false],
    ['app notin (api)', true],
    ['app notin (web)', false],
    ['other notin (web)', true],
    ['other!=x', true],
    ['app!=web', false],
    ['build>9', true],
    ['build>10', false],
    ['build<11', true],
    ['app>1', false],
    ['other<1', false],
    ['big>9007199254740992', true],
    ['big<9007199254740994', true],
    ['big>9007199254740993', false],
    ['app=web,build>1,!x', true],
    ['app=web,build>100', false],
    ['app in (a,b,c,d,e,f,g,h,i,web)', true],
    ['app in (a,b,c,d,e,f,g,h,i,j)', false],
  ])('%s matches: %s', (selector, matches) => {
    expect(parse(selector).matches(labels)).toBe(matches)
  })

  test('absent labels are treated as empty', () => {
    expect(parse('x').matches(undefined)).toBe(false)
    expect(parse('!x').matches(undefined)).toBe(true)
    expect(parse('!x').matches(null as never)).toBe(true)
  })

  test('inherited properties are not labels', () => {
    expect(parse('constructor').matches({})).toBe(false)
    expect(parse('toString!=x').matches({})).toBe(true)
    expect(parse('a').matches(Object.create({ a: 'b' }))).toBe(false)
    expect(selectorFromSet(JSON.parse('{"__proto__":"x"}')).matches({})).toBe(false)
    expect(selectorFromSet(JSON.parse('{"__proto__":"x"}')).matches(JSON.parse('{"__proto__":"x"}'))).toBe(true)
  })
})

describe('everything and nothing', () => {
  test('everything matches any labels and prints as nothing', () => {
    expect(everything().matches({ a: 'b' })).toBe(true)
    expect(everything().isEmpty()).toBe(true)
    expect(matchesNothing(everything())).toBe(false)
    expect(String(newSelector())).toBe('')
  })

  test('nothing matches no labels, whatever is added', () => {
    expect(nothing().matches({})).toBe(false)
    expect(nothing().isEmpty()).toBe(false)
    expect(nothing().add(newRequirement('a', 'exists'))).toBe(nothing())
    expect(nothing().requirements()).toEqual({ requirements: [], selectable: false })
    expect(matchesNothing(nothing())).toBe(true)
    expect(nothing().requiresExactMatch('a')).toBeUndefined()
  })
})

test('adding leaves the selector as it was and sorts by key', () => {
  const selector = parse('b=1')
  expect(String(selector.add(newRequirement('a', 'in', ['y', 'x']), newRequirement('c', '!')))).toBe(
    'a in (x,y),b=1,!c',
  )
  expect(String(selector)).toBe('b=1')
})

test('an exact match is asked of the first requirement on the label', () => {
  expect(parse('a=1').requiresExactMatch('a')).toBe('1')
  expect(parse('a in (1)').requiresExactMatch('a')).toBe('1')
  expect(parse('a in (1,2)').requiresExactMatch('a')).toBeUndefined()
  expect(parse('a!=1').requiresExactMatch('a')).toBeUndefined()
  expect(
    newSelector(newRequirement('a', 'exists'), newRequirement('a', '=', ['1'])).requiresExactMatch('a'),
  ).toBeUndefined()
})

describe('out of sets', () => {
  const makers: [string, (set: Record<string, string> | undefined) => Selector][] = [
    ['selectorFromSet', selectorFromSet],
    ['selectorFromValidatedSet', selectorFromValidatedSet],
    ['validatedSelectorFromSet', validatedSelectorFromSet],
    ['validatedSetSelector', validatedSetSelector],
  ]
  test.each(makers)('%s demands all labels', (_, make) => {
    const selector = make({ b: '2', a: '' })
    expect(String(selector)).toBe('a=,b=2')
    expect(selector.matches({ a: '', b: '2', c: '3' })).toBe(true)
    expect(selector.matches({ b: '2' })).toBe(false)
    expect(selector.isEmpty()).toBe(false)
    expect(selector.requiresExactMatch('b')).toBe('2')
    expect(selector.requiresExactMatch('c')).toBeUndefined()
    expect(selector.requirements().requirements.map(String)).toEqual(['a=', 'b=2'])
    expect(String(selector.add(newRequirement('aa', 'exists')))).toBe('a=,aa,b=2')
    expect(make(undefined).isEmpty()).toBe(true)
    expect(make({}).matches({ x: 'y' })).toBe(true)
  })

  test('only one validates', () => {
    expect(String(selectorFromSet({ 'a b': 'c d' }))).toBe('a b=c d')
    expect(() => validatedSelectorFromSet({ 'a b': 'c' })).toThrow('key: Invalid value: "a b"')
  })
})

describe('requirements', () => {
  test.each([
    ['in', [], "values: Invalid value: []: for 'in', 'notin' operators, values set can't be empty"],
    ['in', undefined, "values: Invalid value: null: for 'in', 'notin' operators, values set can't be empty"],
    ['=', ['a', 'b'], 'values: Invalid value: ["a","b"]: exact-match compatibility requires one single value'],
    ['exists', ['a'], 'values: Invalid value: ["a"]: values set must be empty for exists and does not exist'],
    ['gt', ['1', '2'], `values: Invalid value: ["1","2"]: for 'Gt', 'Lt' operators, exactly one value is required`],
    ['lt', ['x'], `values[0]: Invalid value: "x": for 'Gt', 'Lt' operators, the value must be an integer`],
    [
      'In',
      ['x'],
      'operator: Unsupported value: "In": supported values: "in", "notin", "=", "==", "!=", "gt", "lt", "exists", "!"',
    ],
  ])('operator %s with %j is refused', (operator, values, message) => {
    expect(() => newRequirement('k', operator as Operator, values)).toThrow(message)
  })

  test('all problems are reported at once, as field errors', () => {
    try {
      newRequirement('-k', 'in', [])
      expect.unreachable()
    } catch (error) {
      expect(isAggregate(error) && error.errors.map((one) => isFieldError(one) && one.field)).toEqual(['key', 'values'])
    }
  })

  test('equality is that of key, operator and values in order', () => {
    const one = newRequirement('k', 'in', ['a', 'b'])
    expect(one.equals(newRequirement('k', 'in', ['a', 'b']))).toBe(true)
    expect(one.equals(newRequirement('k', 'in', ['b', 'a']))).toBe(false)
    expect(one.equals(newRequirement('k', 'in', ['a']))).toBe(false)
    expect(one.equals(newRequirement('k', 'notin', ['a', 'b']))).toBe(false)
    expect(one.equals(newRequirement('j', 'in', ['a', 'b']))).toBe(false)
  })

  test('repeated values print as given, in order, and count once', () => {
    const requirement = newRequirement('k', 'in', ['b', 'a', 'b'])
    expect(String(requirement)).toBe('k in (a,b,b)')
    expect(requirement.values).toEqual(['a', 'b'])
    expect(requirement.valuesUnsorted).toEqual(['b', 'a', 'b'])
  })

  test('later changes to the given list change nothing', () => {
    const values = ['a']
    const requirement = newRequirement('k', '=', values)
    values[0] = 'b'
    expect(requirement.matches({ k: 'a' })).toBe(true)
  })
})

test('a requirement and its opposite never agree', () => {
  const value = fc.constantFrom('a', 'b', 'c', '')
  const labels = fc.dictionary(fc.constantFrom('k', 'j'), value)
  fc.assert(
    fc.property(labels, fc.array(value, { minLength: 1, maxLength: 12 }), (set, values) => {
      expect(newRequirement('k', 'in', values).matches(set)).toBe(!newRequirement('k', 'notin', values).matches(set))
      expect(newRequirement('k', 'exists').matches(set)).toBe(!newRequirement('k', '!').matches(set))
    }),
  )
})
