import { expect, test } from 'vitest'
import { parse } from '../../src/labels/index.js'
import { invalid } from '../../src/validation/field-error.js'
import { fieldPath } from '../../src/validation/field-path.js'
import { validateLabels } from '../../src/validation/labels.js'

// Stacks were most of what 100,000 bad labels cost, 13 seconds in all; a limit of time would depend on the machine.
test('findings carry no stack, and other errors keep theirs', () => {
  const { stackTraceLimit } = Error
  const [finding] = validateLabels({ '-bad': 'ok' }, fieldPath('metadata', 'labels'))
  for (const error of [finding, invalid(fieldPath('a'), 1, 'b'), invalid(fieldPath('a'), 1, 'b').withOrigin('c')]) {
    expect(error?.stack).not.toMatch(/\n\s+at /)
  }
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)
  expect(new Error('x').stack).toMatch(/\n\s+at /)
})

test('findings about labels are what they were', () => {
  const errors = validateLabels({ '-bad': '-x', good: 'v', 'a/b/c': '' }, fieldPath('metadata', 'labels'))
  expect(errors.map(({ field, origin, type }) => [field, origin, type])).toEqual([
    ['metadata.labels', 'format=k8s-label-key', 'FieldValueInvalid'],
    ['metadata.labels', 'format=k8s-label-value', 'FieldValueInvalid'],
    ['metadata.labels', 'format=k8s-label-key', 'FieldValueInvalid'],
  ])
})

test('selectors of plain names are parsed as all others are', () => {
  expect(parse('b in (x,y),a=1,!c,d').toString()).toBe('a=1,b in (x,y),!c,d')
  for (const bad of ['a in (-x)', '-a=1', 'a=b-', `${'a'.repeat(64)}=b`, `a=${'b'.repeat(64)}`, 'a/b/c=d']) {
    expect(() => parse(bad), bad).toThrow('unable to parse requirement')
  }
})
