import { expect, test } from 'vitest'
import { newInvalid } from '../../src/errors/new-status-error.js'
import { parse } from '../../src/labels/index.js'
import { invalid } from '../../src/validation/field-error.js'
import { fieldPath } from '../../src/validation/field-path.js'
import { validateLabels } from '../../src/validation/labels.js'
import { validateOwnerReferences } from '../../src/validation/owner-references.js'

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

// Every second controller is reported with all references: gigabytes, were each of them to write them for itself.
test('ten thousand owners that are all the controller are reported in bounds', () => {
  const owner = (i: number) => ({ apiVersion: 'v1', kind: 'Pod', name: `p${i}`, uid: `u${i}`, controller: true })
  const owners = Array.from({ length: 10_000 }, (_, i) => owner(i))
  const errors = validateOwnerReferences(owners, fieldPath('metadata', 'ownerReferences'))
  expect(errors).toHaveLength(owners.length - 1)
  const { status } = newInvalid({ group: '', kind: 'ConfigMap' }, 'a', errors)
  expect(status.details?.causes?.length).toBeGreaterThan(0)
  expect(status.message?.length).toBeLessThan(64 * 1024 * 1024)
})
