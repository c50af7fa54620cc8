import { expect, test } from 'vitest'
import { validateConditions } from '../../src/validation/conditions.js'
import { fieldPath } from '../../src/validation/field-path.js'
import { validateLabelSelector } from '../../src/validation/label-selector.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../src/validation/object-meta.js'
import { nameIsDNSSubdomain } from '../../src/validation/object-name-rules.js'

const path = fieldPath('metadata')

/** Null in an object that was read faithfully is Go's zero value. */
function read<T>(text: string): T {
  return JSON.parse(text) as T
}

test('null in metadata is judged as the zero value that Go reads', () => {
  const meta = read<object>(
    `{"name":"a","labels":{"a":null},"annotations":{"a":null},"finalizers":[null],"ownerReferences":[null,{"kind":null}],
      "managedFields":[null,{"operation":null,"manager":null,"subresource":null}]}`,
  )
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const zero = read<object>(
    `{"name":"a","labels":{"a":""},"annotations":{"a":""},"finalizers":[""],"ownerReferences":[{},{}],"managedFields":[{},{}]}`,
  )
  const messages = validateObjectMeta(meta, rules, path).map(({ message }) => message)
  expect(messages).toEqual(validateObjectMeta(zero, rules, path).map(({ message }) => message))
  expect(messages).toContain('metadata.ownerReferences[1].kind: Required value: must not be empty')
  const deleted = { deletionTimestamp: '2024-01-01T00:00:00Z' }
  expect(() => validateObjectMetaUpdate({ ...meta, ...deleted }, { ...meta, ...deleted }, path)).not.toThrow()
})

test('null among conditions and expressions is the empty one', () => {
  const conditions = validateConditions(read('[null,{"type":null,"status":null,"message":null}]'), path)
  expect(conditions.map(({ field }) => field)).toContain('metadata[0].type')
  const selector = read<object>('{"matchLabels":{"a":null},"matchExpressions":[null,{"key":null,"values":[null]}]}')
  expect(validateLabelSelector(selector, {}, path).length).toBeGreaterThan(0)
})
