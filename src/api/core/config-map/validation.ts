import { base64Length } from '../../../internal/base64-length.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { errorsOfEach } from '../../../validation/errors-of-each.js'
import { type FieldError, forbidden, invalid, tooLong } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isConfigMapKey } from '../../../validation/format-rules.js'
import { equalJSON } from '../../../validation/immutable.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { textEntriesOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { ConfigMap } from '../v1/types.gen.js'

/** Most bytes that the values of a ConfigMap or Secret may take. */
export const maxDataSize: number = 1024 * 1024

/** Checks a new ConfigMap. */
export function validateConfigMap({ metadata, data, binaryData }: ConfigMap): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  const texts = textEntriesOf(data)
  const bytes = textEntriesOf(binaryData)
  const binaryKeys = new Set(bytes.map(([key]) => key))
  const size =
    texts.reduce((sum, [, value]) => sum + utf8Length(value), 0) +
    bytes.reduce((sum, [, value]) => sum + base64Length(value), 0)
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...errorsOfEach(texts, ([key]) => [
      ...validateDataKey(key, fieldPath('data')),
      ...(binaryKeys.has(key)
        ? [invalid(fieldPath('data').key(key), key, 'duplicate of key present in binaryData')]
        : []),
    ]),
    ...errorsOfEach(bytes, ([key]) => validateDataKey(key, fieldPath('binaryData'))),
    ...(size > maxDataSize ? [tooLong(fieldPath(''), maxDataSize)] : []),
  ]
}

/** Checks a key of a ConfigMap or Secret. */
export function validateDataKey(key: string, path: FieldPath): FieldError[] {
  return isConfigMapKey(key).map((problem) => invalid(path.key(key), key, problem))
}

/** Checks a changed ConfigMap: an immutable one keeps its data. */
export function validateConfigMapUpdate(map: ConfigMap, old: ConfigMap): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(map.metadata, old.metadata, fieldPath('metadata')),
    ...validateImmutableData(map, old, ['data', 'binaryData']),
    ...validateConfigMap(map),
  ]
}

interface DataFields {
  readonly immutable?: boolean | null | undefined
}

/** Checks that an object which is marked as immutable stays so and keeps these fields. */
export function validateImmutableData<T extends DataFields>(
  object: T,
  old: T,
  fields: readonly (keyof T & string)[],
): FieldError[] {
  if (old.immutable !== true) return []
  const detail = 'field is immutable when `immutable` is set'
  return [
    ...(object.immutable === true ? [] : [forbidden(fieldPath('immutable'), detail)]),
    ...fields
      .filter((field) => !equalJSON(object[field], old[field]))
      .map((field) => forbidden(fieldPath(field), detail)),
  ]
}
