import { expect, test } from 'vitest'
import { errorsInRelease } from '../../src/validation/error-list.js'
import { invalid, required } from '../../src/validation/field-error.js'
import { validateManagedFields } from '../../src/validation/field-manager.js'
import { fieldPath } from '../../src/validation/field-path.js'

const path = fieldPath('a')
const messagesIn = (minor: number, errors: Parameters<typeof errorsInRelease>[0]) =>
  errorsInRelease(errors, minor).map(({ message }) => message)

test('an error is what it was in earlier releases', () => {
  const oldest = invalid(path, 1, 'oldest')
  const older = invalid(path, 1, 'older').since(36, oldest)
  const error = required(path, '').since(37, older).withOrigin('o')
  const always = required(path.child('b'), '')
  expect(messagesIn(37, [error, always])).toEqual(['a: Required value', 'a.b: Required value'])
  expect(messagesIn(36, [error, always])).toEqual(['a: Invalid value: 1: older', 'a.b: Required value'])
  expect(messagesIn(35, [error])).toEqual(['a: Invalid value: 1: oldest'])
})

test('an error may be new', () => {
  expect(messagesIn(36, [required(path, '').since(37)])).toEqual([])
})

test('operations of managed fields have other words in earlier releases', () => {
  const errors = validateManagedFields([{ operation: 'x' }, {}], path)
  expect(messagesIn(36, errors)).toEqual([
    'a[0].operation: Invalid value: "x": must be `Apply` or `Update`',
    'a[1].operation: Invalid value: "": must be `Apply` or `Update`',
  ])
  expect(messagesIn(37, errors)).toEqual([
    'a[0].operation: Unsupported value: "x": supported values: "Apply", "Update"',
    'a[1].operation: Required value: must not be empty',
  ])
})
