import { describe, expect, it } from 'vitest'
import { fromQueryParameters, toQueryParameters } from '../../src/conversion/query-parameters.js'
import { list, map, scalar, struct } from '../../src/descriptor/build.js'
import { isMachineryError } from '../../src/errors/machinery-error.js'

const text = scalar('string')
const typeMeta = struct('TypeMeta', () => [['kind', 0, text, '?']])
const preconditions = struct('Preconditions', () => [
  ['uid', 1, text, '*?'],
  ['resourceVersion', 2, text, '*?'],
])
const options = struct('Options', () => [
  ['TypeMeta', 0, typeMeta, '<'],
  ['labelSelector', 1, text, '?'],
  ['watch', 3, scalar('bool'), '?'],
  ['timeoutSeconds', 5, scalar('int64'), '*?'],
  ['limit', 7, scalar('int64'), '?'],
  ['always', 8, scalar('int32'), ''],
  ['alwaysText', 9, text, ''],
  ['dryRun', 10, list(text), '?'],
  ['ports', 11, list(scalar('int32')), '?'],
  ['preconditions', 12, preconditions, '*?'],
  ['sinceTime', 13, scalar('time'), '*?'],
  ['annotations', 14, map(text), '?'],
])

const read = (query: string, rules = {}) => fromQueryParameters(new URLSearchParams(query), options, rules)

describe('toQueryParameters', () => {
  it('writes values under their names, sorted, zero values only where omitempty does not drop them', () => {
    const query = toQueryParameters({ watch: true, limit: 0, labelSelector: '' }, options)
    expect(query.toString()).toBe('always=0&alwaysText=&watch=true')
  })

  it('writes pointers to zero', () => {
    expect(toQueryParameters({ timeoutSeconds: 0 }, options).get('timeoutSeconds')).toBe('0')
  })

  it('repeats the name for each element of a list', () => {
    expect(toQueryParameters({ dryRun: ['All', 'x'] }, options).getAll('dryRun')).toEqual(['All', 'x'])
  })

  it('flattens nested structs and leaves out maps and the kind', () => {
    const query = toQueryParameters({ kind: 'K', annotations: { a: 'b' }, preconditions: { uid: 'u' } }, options)
    expect(query.toString()).toBe('always=0&alwaysText=&uid=u')
  })

  it('writes times in UTC with whole seconds', () => {
    const query = toQueryParameters({ sinceTime: '2024-01-02T03:04:05+01:00' }, options)
    expect(query.get('sinceTime')).toBe('2024-01-02T02:04:05Z')
  })

  it('writes integers digit for digit', () => {
    expect(toQueryParameters({ limit: 9223372036854775807n }, options).get('limit')).toBe('9223372036854775807')
  })
})

describe('fromQueryParameters', () => {
  it('reads what toQueryParameters writes', () => {
    const value = { labelSelector: 'a=b', watch: true, limit: 5, dryRun: ['All'], preconditions: { uid: 'u' } }
    const query = toQueryParameters(value, options)
    expect(fromQueryParameters(query, options)).toEqual({ ...value, always: 0, alwaysText: '' })
  })

  it.each([
    ['watch=0', false],
    ['watch=FALSE', false],
    ['watch=', true],
    ['watch=no', true],
  ])('reads the boolean %s as %s', (query, expected) => {
    expect(read(query).watch).toBe(expected)
  })

  it('takes the first value of a scalar and all of a list', () => {
    expect(read('limit=1&limit=2&dryRun=a&dryRun=b')).toEqual({ limit: 1, dryRun: ['a', 'b'] })
  })

  it('splits lists of numbers at commas', () => {
    expect(read('ports=80,443&ports=8080')).toEqual({ ports: [80, 443, 8080] })
  })

  it('ignores parameters that are not declared, the kind included', () => {
    expect(read('kind=K&unknown=1&annotations=a')).toEqual({})
  })

  it.each([
    ['limit=x', 'strconv.ParseInt: parsing "x": invalid syntax'],
    ['limit=1.0', 'strconv.ParseInt: parsing "1.0": invalid syntax'],
    ['limit=', 'strconv.ParseInt: parsing "": invalid syntax'],
    ['limit=9223372036854775808', 'strconv.ParseInt: parsing "9223372036854775808": value out of range'],
    ['always=2147483648', 'strconv.ParseInt: parsing "2147483648": value out of range'],
    ['ports=70000', 'cannot convert to []int32: strconv.ParseUint: parsing "70000": value out of range'],
    ['ports=-1', 'cannot convert to []int32: strconv.ParseUint: parsing "-1": invalid syntax'],
  ])('refuses %s', (query, message) => {
    expect(() => read(query)).toThrow(message)
  })

  it('names the parameter of a bad value', () => {
    try {
      read('sinceTime=yesterday')
      expect.unreachable()
    } catch (error) {
      expect(isMachineryError(error, 'InvalidQueryParameter') && error.path).toBe('sinceTime')
    }
  })

  it('never rounds: exact on request, refused otherwise', () => {
    expect(read('limit=9223372036854775807', { bigints: true })).toEqual({ limit: 9223372036854775807n })
    expect(() => read('limit=9223372036854775807')).toThrow('is not exact')
    expect(read('limit=-9007199254740991')).toEqual({ limit: -9007199254740991 })
    expect(read('limit=000000000000000000000012')).toEqual({ limit: 12 })
  })
})
