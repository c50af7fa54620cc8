import { describe, expect, it } from 'vitest'
import { ErrorMatcher } from '../../src/validation/error-matcher.js'
import { fieldPath, invalid, required } from '../../src/validation/index.js'

const path = fieldPath('a')
const error = invalid(path, { b: 1 }, 'is bad').withOrigin('format')
const all = new ErrorMatcher().exactly().byValidationStabilityLevel().bySource().matchShortCircuit()

describe('ErrorMatcher', () => {
  it('describes an error by its criteria only', () => {
    expect(new ErrorMatcher().render(error)).toBe('{}')
    expect(new ErrorMatcher().byType().byField().render(error)).toBe('{Type="Invalid value", Field="a"}')
    expect(all.render(error)).toBe(
      '{Type="Invalid value", Field="a", Value={"b":1}, Origin="format", Detail="is bad", ValidationStabilityLevel=unknown, FromImperative=false, ShortCircuit=false}',
    )
  })

  it('requires an origin of invalid values, on request', () => {
    const matcher = new ErrorMatcher().byType().byOrigin().requireOriginWhenInvalid()
    const nameless = invalid(path, 1, 'x')
    expect(matcher.matches(nameless, nameless)).toBe(false)
    expect(matcher.matches(error, error)).toBe(true)
    expect(matcher.matches(required(path, ''), required(path, ''))).toBe(true)
    expect(new ErrorMatcher().byOrigin().matches(nameless, nameless)).toBe(true)
    const byType = new ErrorMatcher().byType().requireOriginWhenInvalid()
    expect(byType.render(nameless)).toBe('{Type="Invalid value", Origin=""}')
    expect(byType.render(required(path, ''))).toBe('{Type="Required value"}')
  })

  it.each([
    ['byType', required(path, '').withOrigin('format')],
    ['byField', invalid(fieldPath('b'), { b: 1 }, 'is bad').withOrigin('format')],
    ['byValue', invalid(path, { b: 2 }, 'is bad').withOrigin('format')],
    ['byOrigin', invalid(path, { b: 1 }, 'is bad').withOrigin('other')],
    ['byDetailExact', invalid(path, { b: 1 }, 'is bad, too').withOrigin('format')],
    ['bySource', error.with({ fromImperative: true })],
    ['matchShortCircuit', error.with({ shortCircuit: true })],
  ] as const)('%s tells two errors apart', (criterion, other) => {
    const matcher = new ErrorMatcher()[criterion]()
    expect([matcher.matches(error, error), matcher.matches(error, other)]).toEqual([true, false])
    expect(new ErrorMatcher().matches(error, other)).toBe(true)
    expect(matcher.differences([error], [error])).toEqual([])
    expect(matcher.differences([error], [other])).toHaveLength(2)
  })
})
