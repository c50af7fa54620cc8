import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MachineryError } from '../../src/errors/machinery-error.js'
import {
  formatLabelSelector,
  type LabelSelector,
  labelSelectorAsMap,
  labelSelectorAsSelector,
  matchesNothing,
  parse,
  parseToLabelSelector,
  setAsLabelSelector,
} from '../../src/labels/index.js'

const full: LabelSelector = {
  matchLabels: { b: '2', a: '1' },
  matchExpressions: [
    { key: 'x', operator: 'In', values: ['q', 'p'] },
    { key: 'y', operator: 'NotIn', values: ['r'] },
    { key: 'w', operator: 'Exists' },
    { key: 'v', operator: 'DoesNotExist', values: [] },
  ],
}

describe('as a selector', () => {
  test('labels and expressions are printed together, sorted by key', () => {
    expect(String(labelSelectorAsSelector(full))).toBe('a=1,b=2,!v,w,x in (p,q),y notin (r)')
    expect(formatLabelSelector(full)).toBe('a=1,b=2,!v,w,x in (p,q),y notin (r)')
  })

  test('absent matches nothing, empty matches everything', () => {
    expect(matchesNothing(labelSelectorAsSelector(undefined))).toBe(true)
    expect(matchesNothing(labelSelectorAsSelector(null))).toBe(true)
    expect(labelSelectorAsSelector({}).matches({ a: 'b' })).toBe(true)
    expect(formatLabelSelector({})).toBe('<none>')
    expect(formatLabelSelector(undefined)).toBe('<none>')
  })

  test('null is what Go reads for it: the empty text, the empty expression', () => {
    const read = JSON.parse(
      '{"matchLabels":{"a":null},"matchExpressions":[{"key":"x","operator":"In","values":[null,"p"]}]}',
    ) as LabelSelector
    expect(String(labelSelectorAsSelector(read))).toBe('a=,x in (,p)')
    const empty = JSON.parse('{"matchExpressions":[null]}') as LabelSelector
    expect(() => labelSelectorAsSelector(empty)).toThrow('"" is not a valid label selector operator')
    expect(() => labelSelectorAsMap(empty)).toThrow('"" is not a valid selector operator')
    expect(formatLabelSelector(empty)).toBe('<error>')
  })

  test('values of other types are refused', () => {
    const read = JSON.parse('{"matchLabels":{"a":1}}') as LabelSelector
    expect(() => labelSelectorAsSelector(read)).toThrow(MachineryError)
    expect(formatLabelSelector(read)).toBe('<error>')
  })

  test('unknown operators and empty value lists are refused', () => {
    const wrong: LabelSelector = { matchExpressions: [{ key: 'k', operator: 'Gt', values: ['1'] }] }
    expect(() => labelSelectorAsSelector(wrong)).toThrow('"Gt" is not a valid label selector operator')
    expect(() => labelSelectorAsSelector({ matchExpressions: [{ key: 'k', operator: 'In', values: [] }] })).toThrow(
      'values: Invalid value: null: for',
    )
    expect(formatLabelSelector(wrong)).toBe('<error>')
  })

  test('incomplete input from outside is refused, not a crash', () => {
    expect(() => labelSelectorAsSelector({ matchExpressions: [{}] } as never)).toThrow('"" is not a valid')
    expect(labelSelectorAsSelector({ matchLabels: null, matchExpressions: null } as never).isEmpty()).toBe(true)
  })
})

describe('as labels', () => {
  test('a single value is a label, and expressions win', () => {
    const selector: LabelSelector = {
      matchLabels: { a: '1' },
      matchExpressions: [{ key: 'a', operator: 'In', values: ['2'] }],
    }
    expect(labelSelectorAsMap(selector)).toEqual({ a: '2' })
    expect(labelSelectorAsMap(undefined)).toBeUndefined()
    expect(labelSelectorAsMap({})).toEqual({})
  })

  test.each([
    ['In', ['a', 'b'], 'operator "In" without a single value cannot be converted into the old label selector format'],
    ['In', [], 'operator "In" without a single value cannot be converted into the old label selector format'],
    ['Exists', [], 'operator "Exists" cannot be converted into the old label selector format'],
    ['Gt', ['1'], '"Gt" is not a valid selector operator'],
  ])('%s %j cannot be labels', (operator, values, message) => {
    expect(() => labelSelectorAsMap({ matchExpressions: [{ key: 'k', operator, values }] })).toThrow(message)
  })

  test('labels are a selector of nothing but labels', () => {
    expect(setAsLabelSelector({ a: '1' })).toEqual({ matchLabels: { a: '1' } })
    expect(setAsLabelSelector({})).toEqual({ matchLabels: {} })
    expect(setAsLabelSelector(undefined)).toBeUndefined()
  })
})

describe('from text', () => {
  test('equality becomes labels, the rest expressions', () => {
    expect(parseToLabelSelector('a=1,b==2,x in (q,p),y notin (r),w,!v')).toEqual({
      matchLabels: { a: '1', b: '2' },
      matchExpressions: [
        { key: 'v', operator: 'DoesNotExist' },
        { key: 'w', operator: 'Exists' },
        { key: 'x', operator: 'In', values: ['p', 'q'] },
        { key: 'y', operator: 'NotIn', values: ['r'] },
      ],
    })
    expect(parseToLabelSelector('')).toEqual({})
  })

  test.each([
    ['a!=1', '"!=" is not a valid label selector operator'],
    ['a>1', '"gt" isn\'t supported in label selectors'],
    ['a b', `couldn't parse the selector string "a b": unable to parse requirement: found 'b'`],
  ])('%s is refused', (text, message) => {
    expect(() => parseToLabelSelector(text)).toThrow(message)
  })

  test('means the same as the selector itself', () => {
    const term = fc.constantFrom('a=1', 'b', '!c', 'd in (1,2)', 'e notin (,x)')
    const labels = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('1', '2', 'x', ''))
    fc.assert(
      fc.property(fc.uniqueArray(term), labels, (terms, set) => {
        const text = terms.join(',')
        expect(labelSelectorAsSelector(parseToLabelSelector(text)).matches(set)).toBe(parse(text).matches(set))
      }),
    )
  })
})
