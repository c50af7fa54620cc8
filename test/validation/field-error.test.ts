import { describe, expect, it } from 'vitest'
import { isMachineryError, MachineryError, newInvalid } from '../../src/errors/index.js'
import {
  dedupe,
  duplicate,
  ErrorMatcher,
  ErrorType,
  errorTypeMatcher,
  type FieldError,
  FieldPath,
  fieldPath,
  filterErrors,
  forbidden,
  internalError,
  invalid,
  isFieldError,
  markCoveredByDeclarative,
  markFromImperative,
  notFound,
  notSupported,
  omitValue,
  prefixDetail,
  required,
  sortErrors,
  toAggregate,
  tooFew,
  tooLong,
  tooLongCharacters,
  tooMany,
  tooShort,
  toStatusCauses,
  typeInvalid,
  withOrigin,
} from '../../src/validation/index.js'

const path = fieldPath('spec', 'containers').index(0).child('name')

describe('paths', () => {
  it('print in the notation of Go', () => {
    expect(path.toString()).toBe('spec.containers[0].name')
    expect(fieldPath('metadata').child('labels').key('a.b/c').toString()).toBe('metadata.labels[a.b/c]')
    expect(FieldPath.empty().toString()).toBe('<nil>')
    expect(FieldPath.empty().index(1).child('a').toString()).toBe('[1].a')
    expect(fieldPath('a').child('').toString()).toBe('a[]')
    expect(`${path.root()}`).toBe('spec')
  })

  it('do not change', () => {
    const spec = fieldPath('spec')
    spec.child('a')
    expect(spec.toString()).toBe('spec')
  })
})

describe('messages', () => {
  it.each([
    [required(path, ''), 'Required value'],
    [required(path, 'name it'), 'Required value: name it'],
    [notFound(path, 'x'), 'Not found: "x"'],
    [duplicate(path, 'x'), 'Duplicate value: "x"'],
    [invalid(path, 'a"\u0007', 'no'), 'Invalid value: "a\\"\\a": no'],
    [invalid(path, -1, 'no'), 'Invalid value: -1: no'],
    [invalid(path, 2n ** 63n, 'no'), 'Invalid value: 9223372036854775808: no'],
    [invalid(path, 1.5, 'no'), 'Invalid value: 1.5: no'],
    [invalid(path, 1234567.5, 'no'), 'Invalid value: 1.2345675e+06: no'],
    [invalid(path, true, 'no'), 'Invalid value: true: no'],
    [invalid(path, null, 'no'), 'Invalid value: null: no'],
    [invalid(path, undefined, 'no'), 'Invalid value: null: no'],
    [invalid(path, { b: 1, a: ['<'] }, 'no'), 'Invalid value: {"a":["\\u003c"],"b":1}: no'],
    [invalid(path, omitValue, 'no'), 'Invalid value: no'],
    [invalid(path, { toJSON: () => '"' }, 'no'), 'Invalid value: "\\"": no'],
    [invalid(path, { toJSON: () => ({ b: 1 }), c: 1 }, 'no'), 'Invalid value: {"b":1}: no'],
    [invalid(path, { toJSON: 1 }, 'no'), 'Invalid value: {"toJSON":1}: no'],
    [invalid(path, [Number.NaN], 'no'), 'Invalid value: NaN: no'],
    [typeInvalid(path, [], 'no'), 'Invalid value: []: no'],
    [notSupported(path, 'x', ['b', 'a"']), 'Unsupported value: "x": supported values: "b", "a\\""'],
    [notSupported(path, 'x', []), 'Unsupported value: "x"'],
    [forbidden(path, 'no'), 'Forbidden: no'],
    [tooLong(path, 1), 'Too long: may not be more than 1 byte'],
    [tooLong(path, -1), 'Too long: value is too long'],
    [tooLongCharacters(path, 2), 'Too long: may not be more than 2 characters'],
    [tooShort(path, 'x', 2), 'Too short: must be at least 2 characters'],
    [tooShort(path, 'x', 0), 'Too short: must be at least 0 characters'],
    [tooShort(path, 'x', -1), 'Too short: value is too short'],
    [tooLong(path, 0), 'Too long: may not be more than 0 bytes'],
    [tooMany(path, 1, -1), 'Too many: 1: has too many items'],
    [tooMany(path, 0, 0), 'Too many: 0: must have at most 0 items'],
    [tooFew(path, 0, -1), 'Too few: 0: has too few items'],
    [tooMany(path, 3, 1), 'Too many: 3: must have at most 1 item'],
    [tooMany(path, -1, -1), 'Too many: has too many items'],
    [tooFew(path, 0, 2), 'Too few: 0: must have at least 2 items'],
    [internalError(path, new Error('boom')), 'Internal error: boom'],
  ])('say what Go says: %s', (error, body) => {
    expect(error.errorBody()).toBe(body)
    expect(error.message).toBe(`spec.containers[0].name: ${body}`)
    expect(error.path).toBe('spec.containers[0].name')
    expect(isMachineryError(error, error.type)).toBe(true)
  })

  it('stand in errors of this type alone, which know the value', () => {
    expect([required(path, '').badValue, forbidden(path, 'no').badValue]).toEqual(['', ''])
    expect(invalid(path, 1, 'no').withJSONText().errorBody()).toBe('Invalid value: 1: no')
    expect(invalid(path, '<\u0007', 'no').withJSONText().errorBody()).toBe('Invalid value: "\\u003c\\u0007": no')
    expect(tooLong(path, 1).badValue).toBe('<value omitted>')
    expect(isFieldError(required(path, ''), ErrorType.Required)).toBe(true)
    expect(isFieldError(required(path, ''), ErrorType.Invalid)).toBe(false)
    expect(isFieldError(new MachineryError(ErrorType.Required, 'x'))).toBe(false)
  })

  it('survive values that have no JSON and values that are deep', () => {
    let deep: unknown = 1
    for (let i = 0; i < 100_000; i++) deep = [deep]
    expect(invalid(path, deep, '').message.length).toBeGreaterThan(200_000)
    expect(invalid(path, { a: Number.NaN }, 'no').detail).toBe('no')
  })
})

describe('lists', () => {
  const errors = [required(path, 'b'), invalid(fieldPath('a'), 1, 'x'), required(path, 'b')]

  it('become one error, each message once', () => {
    expect(toAggregate(errors)?.message).toBe('[spec.containers[0].name: Required value: b, a: Invalid value: 1: x]')
    expect(toAggregate([])).toBeUndefined()
    expect(dedupe(errors)).toHaveLength(2)
  })

  it('filter, sort and change', () => {
    expect(filterErrors(errors, errorTypeMatcher(ErrorType.Required)).map((error) => error.field)).toEqual(['a'])
    expect(filterErrors([])).toEqual([])
    expect(filterErrors([required(path, 'b')]).map((error) => error.detail)).toEqual(['b'])
    expect(filterErrors([required(path, 'b')], errorTypeMatcher(ErrorType.Required))).toEqual([])
    expect(sortErrors(errors).map((error) => error.field)).toEqual(['a', `${path}`, `${path}`])
    const [b, a] = [invalid(path, 1, 'b'), invalid(path, 1, 'a')]
    expect(
      sortErrors([b, required(path, 'z'), a, invalid(fieldPath('a'), 1, 'z')]).map(({ detail }) => detail),
    ).toEqual(['z', 'a', 'b', 'z'])
    expect(markCoveredByDeclarative([a])).toMatchObject([{ coveredByDeclarative: true, fromImperative: false }])
    expect(markFromImperative([a])).toMatchObject([{ coveredByDeclarative: false, fromImperative: true }])
    expect(prefixDetail(errors, 'p: ').map((error) => error.detail)).toEqual(['p: b', 'p: x', 'p: b'])
    expect(withOrigin(errors, 'o').every((error) => error.origin === 'o' && isFieldError(error))).toBe(true)
    expect(errors[0]?.origin).toBe('')
    const marks = {
      coveredByDeclarative: true,
      fromImperative: true,
      shortCircuit: true,
      stabilityLevel: 'beta',
    } as const
    expect(withOrigin([required(path, '').with(marks)], 'o')).toMatchObject([{ ...marks, origin: 'o' }])
  })

  it('become causes of a status', () => {
    expect(toStatusCauses(errors.slice(1, 2))).toEqual([
      { reason: 'FieldValueInvalid', message: 'Invalid value: 1: x', field: 'a' },
    ])
    const { status } = newInvalid({ group: 'apps', kind: 'Deployment' }, 'web', errors)
    expect(status.details?.causes).toEqual(toStatusCauses(errors))
  })
})

describe('matcher', () => {
  const want = invalid(path, 1, 'must be small').withOrigin('maximum')

  it('checks only the given paths', () => {
    const got = invalid(path, 2, 'must be smaller than 2').withOrigin('maximum')
    expect(new ErrorMatcher().byType().byField().byOrigin().matches(want, got)).toBe(true)
    expect(new ErrorMatcher().byValue().matches(want, got)).toBe(false)
    expect(new ErrorMatcher().byDetailSubstring().matches(invalid(path, 1, 'small'), got)).toBe(true)
    expect(new ErrorMatcher().byDetailRegexp().matches(invalid(path, 1, '^must.*2$'), got)).toBe(true)
    for (const matcher of [new ErrorMatcher().byDetailSubstring(), new ErrorMatcher().byDetailRegexp()]) {
      expect(matcher.matches(invalid(path, 1, 'large'), got)).toBe(false)
      expect(matcher.render(got)).toBe('{Detail="must be smaller than 2"}')
    }
    expect(new ErrorMatcher().byDetailRegexp().matches(invalid(path, 1, '\\p{L}+'), got)).toBe(true)
    expect(new ErrorMatcher().exactly().matches(want, got)).toBe(false)
    expect(new ErrorMatcher().byType().matches(required(path, ''), got)).toBe(false)
  })

  it('compares the stability of rules', () => {
    const [alpha, beta] = [want.with({ stabilityLevel: 'alpha' }), want.with({ stabilityLevel: 'beta' })]
    const matcher = new ErrorMatcher().byValidationStabilityLevel()
    expect([matcher.matches(alpha, alpha), matcher.matches(alpha, beta), matcher.matches(alpha, want)]).toEqual([
      true,
      false,
      false,
    ])
    expect(new ErrorMatcher().byType().matches(alpha, beta)).toBe(true)
    expect(matcher.render(beta)).toBe('{ValidationStabilityLevel=beta}')
  })

  it('lists differences', () => {
    const matcher = new ErrorMatcher().byType().byField()
    expect(matcher.differences([want], [want])).toEqual([])
    expect(matcher.differences([want], [])).toEqual([
      'expected an error matching:\n{Type="Invalid value", Field="spec.containers[0].name"}',
    ])
    expect(matcher.differences([], [want])).toEqual([
      'unmatched error:\n{Type="Invalid value", Field="spec.containers[0].name", Value=1, Origin="maximum", Detail="must be small"}',
    ])
    expect(matcher.differences([want, want], [want, want])).toEqual([expect.stringContaining('exact duplicate error')])
  })

  it('lets one expected error stand for all of its origin', () => {
    const got = [want, want.with({ detail: 'other' })]
    expect(new ErrorMatcher().byField().byOrigin().differences([want], got)).toEqual([])
    expect(new ErrorMatcher().byField().differences([want], got)).toHaveLength(1)
    const nameless = got.map((error) => error.with({ origin: '' }))
    expect(
      new ErrorMatcher()
        .byField()
        .byOrigin()
        .differences([nameless[0] as FieldError], nameless),
    ).toHaveLength(1)
    const elsewhere = want.with({ field: 'other' })
    expect(
      new ErrorMatcher()
        .byField()
        .byOrigin()
        .differences([want], [...got, elsewhere]),
    ).toHaveLength(1)
  })

  it('brings paths to the newest version', () => {
    const rules = [{ pattern: /requests\[(\d+)\]\.mode/, replacement: 'requests[$1].exactly.mode' }]
    const matcher = new ErrorMatcher().byFieldNormalized(rules)
    const old = required(fieldPath('requests').index(3).child('mode'), '')
    expect(matcher.matches(required(fieldPath('requests').index(3).child('exactly', 'mode'), ''), old)).toBe(true)
    expect(matcher.render(old)).toBe('{Field="requests[3].exactly.mode" (aka "requests[3].mode")}')
    const newer = [{ pattern: /nothing/, replacement: 'x' }, ...rules, { pattern: /requests/, replacement: 'y' }]
    expect(new ErrorMatcher().byFieldNormalized(newer).render(old)).toBe(matcher.render(old))
    const twice = new ErrorMatcher().byFieldNormalized([{ pattern: /old/, replacement: 'new' }])
    expect(twice.render(required(fieldPath('old', 'old'), ''))).toBe('{Field="new.new" (aka "old.old")}')
  })

  it('sees an error above that ended the checks', () => {
    const stop = required(fieldPath('spec'), '').with({ shortCircuit: true })
    expect(new ErrorMatcher().byField().matchAncestorShortCircuit().matches(want, stop)).toBe(true)
    expect(
      new ErrorMatcher()
        .byField()
        .matchAncestorShortCircuit()
        .matches(required(fieldPath('specs'), ''), stop),
    ).toBe(false)
    const matches = (above: FieldError, wanted = want): boolean =>
      new ErrorMatcher().byField().matchAncestorShortCircuit().matches(wanted, above)
    expect(matches(required(fieldPath('spec'), ''))).toBe(false)
    expect(new ErrorMatcher().byField().matches(want, stop)).toBe(false)
    expect(matches(required(fieldPath('spec', 'containers'), '').with({ shortCircuit: true }))).toBe(true)
    expect(matches(stop.with({ field: '' }))).toBe(false)
    expect(matches(stop.with({ field: 'other' }))).toBe(false)
    const moved = new ErrorMatcher().byFieldNormalized([{ pattern: /^old/, replacement: 'spec' }])
    expect(moved.matchAncestorShortCircuit().matches(want, stop.with({ field: 'old' }))).toBe(true)
  })
})
