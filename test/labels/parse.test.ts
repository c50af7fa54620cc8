import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isMachineryError, type MachineryError } from '../../src/errors/index.js'
import { parse, parseToRequirements } from '../../src/labels/index.js'
import { fieldPath } from '../../src/validation/field-path.js'

describe('reading', () => {
  test.each([
    ['', ''],
    ['  \t\r\n', ''],
    ['x', 'x'],
    ['!x', '!x'],
    ['! x', '!x'],
    ['x=a', 'x=a'],
    ['x = a', 'x=a'],
    ['x==a', 'x==a'],
    ['x!=a', 'x!=a'],
    ['x=', 'x='],
    ['x=,y=1', 'x=,y=1'],
    ['x>1,y<-', undefined],
    ['x > 10', 'x>10'],
    ['x in (b,a,b)', 'x in (a,b)'],
    ['x notin()', 'x notin ()'],
    ['x in (,a)', 'x in (,a)'],
    ['x in (a,,b,)', 'x in (,a,b)'],
    ['x in (1, a, , )', 'x in (,1,a)'],
    ['in in (in,notin)', 'in in (in,notin)'],
    ['notin=in', 'notin=in'],
    ['z,a=1,m in (x)', 'a=1,m in (x),z'],
    ['example.com/Key_1.x=v', 'example.com/Key_1.x=v'],
    ['a\0', 'a'],
    ['a=\0b', 'a=b'],
    ['\0a', ''],
  ])('%j reads as %j', (text, canonical) => {
    if (canonical === undefined) expect(() => parse(text)).toThrow('the value must be an integer')
    else expect(parse(text).toString()).toBe(canonical)
  })

  test('requirements tell what was read', () => {
    const [first, second] = parseToRequirements('b in (2,1),a')
    expect(first).toMatchObject({ key: 'a', operator: 'exists', values: [] })
    expect(second).toMatchObject({ key: 'b', operator: 'in', values: ['1', '2'] })
  })
})

describe('refusing', () => {
  test.each([
    ['x,', "found '', expected: identifier after ','"],
    [',x', "found ',', expected: !, identifier, or 'end of string'"],
    ['x y', "unable to parse requirement: found 'y', expected: in, notin, =, ==, !=, gt, lt"],
    ['!x=a', "found '=', expected: ',' or 'end of string'"],
    ['!', "unable to parse requirement: found '', expected: identifier"],
    ['x=a b', "found 'b', expected: ',' or 'end of string'"],
    ['x==>', "unable to parse requirement: found '>', expected: identifier"],
    ['x in a', "unable to parse requirement: found 'a' expected: '('"],
    ['x in (', "unable to parse requirement: found '', expected: ',', ')' or identifier"],
    ['x in (a', "unable to parse requirement: found '', expected: ',' or ')'"],
    ['x in (a,', "unable to parse requirement: found '', expected: ',', or identifier"],
    ['x in (a,=)', "unable to parse requirement: found '=', expected: ',', or identifier"],
    ['x>', 'must be an integer'],
    ['x>9223372036854775808', 'must be an integer'],
    ['-x', 'unable to parse requirement: <nil>: Invalid value: "-x": name part must consist of'],
    ['x=é', 'unable to parse requirement: values[0][x]: Invalid value: "é": a valid label must be'],
  ])('%j: %s', (text, message) => {
    const error = refusal(text)
    expect(error.message).toContain(message)
    expect(isMachineryError(error, 'InvalidLabelSelector')).toBe(true)
  })

  test('the error says where', () => {
    expect(refusal('a=b,\n  c in d').position).toEqual({ offset: 12, line: 2, column: 8 })
    expect(refusal('x in (').position).toEqual({ offset: 6, line: 1, column: 7 })
    expect(refusal('ok,-bad').position?.offset).toBe(3)
  })

  test('field errors have the path of the selector', () => {
    const path = fieldPath('spec', 'selector')
    expect(() => parse('-x', { path })).toThrow('spec.selector: Invalid value: "-x"')
    expect(() => parse('x=-', { path })).toThrow('spec.selector.values[0][x]: Invalid value: "-"')
  })
})

test('what is read prints and reads back', () => {
  const key = fc.constantFrom('a', 'app', 'in', 'notin', 'example.com/a', 'exists')
  const value = fc.constantFrom('', 'a', '1', 'in', 'v1.2_3-x')
  const values = fc.array(value, { minLength: 1, maxLength: 4 }).map((list) => `(${list.join(' , ')})`)
  const requirement = fc.oneof(
    key,
    key.map((name) => `!${name}`),
    fc.tuple(key, fc.constantFrom('=', ' == ', '!='), value).map((parts) => parts.join('')),
    fc.tuple(key, fc.constantFrom(' in ', '\tnotin'), values).map((parts) => parts.join('')),
    fc.tuple(key, fc.constantFrom('>', '<'), fc.integer({ min: 0 }).map(String)).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 20 }), (requirements) => {
      const selector = parse(requirements.join(','))
      expect(parse(selector.toString()).toString()).toBe(selector.toString())
      expect(selector.requirements().requirements).toHaveLength(requirements.length)
    }),
  )
})

test('any text is a selector or a typed error, long ones included', () => {
  const piece = fc.constantFrom('a', 'in', 'notin', '(', ')', ',', '!', '=', '<', '>', ' ', '\0', 'é', '\ud800', '-')
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        try {
          expect(typeof parse(text).toString()).toBe('string')
        } catch (error) {
          expect(isMachineryError(error, 'InvalidLabelSelector')).toBe(true)
        }
      },
    ),
  )
  expect(refusal('('.repeat(1_000_000)).message).toContain("found '('")
  const many = Array.from({ length: 20_000 }, (_, i) => `v${i}`).join(',')
  expect(parse(`x in (${many})`).matches({ x: 'v19999' })).toBe(true)
})

function refusal(text: string): MachineryError {
  try {
    parse(text)
  } catch (error) {
    return error as MachineryError
  }
  throw new Error(`${text} was not refused`)
}
