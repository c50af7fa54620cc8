import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, textsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { deviceAttributeDescriptor } from '../v1/descriptors.gen.js'
import type { Device, DeviceAttribute } from '../v1/types.gen.js'

const maxValueLength = 64
const listNames = ['bools', 'ints', 'strings', 'versions'] as const

const number = '(0|[1-9][0-9]*)'
const prerelease = '(0|[1-9][0-9]*|[0-9]*[a-zA-Z-][0-9a-zA-Z-]*)'
const build = '[0-9a-zA-Z-]+'
const semver = /* @__PURE__ */ new RegExp(
  `^${number}\\.${number}\\.${number}(-${prerelease}(\\.${prerelease})*)?(\\+${build}(\\.${build})*)?$`,
)

/** Checks an attribute of a device: it has exactly one value, or list of values. */
export function validateDeviceAttribute(attribute: DeviceAttribute, path: FieldPath): FieldError[] {
  const { bool, int, string, version } = attribute
  const errors = [
    ...(isSet(string) ? stringErrors(string, path.child('string')) : []),
    ...(isSet(version) ? versionErrors(version, path.child('version')) : []),
    ...listNames.flatMap((name) => listErrors(attribute, name, path.child(name))),
  ]
  const lists = listNames.filter((name) => isSet(attribute[name]))
  const count = [bool, int, string, version].filter(isSet).length + lists.length
  const detail = 'exactly one value must be specified'
  if (count === 0) errors.push(invalid(path, '', detail).withOrigin('union'))
  if (count > 1) {
    const error = invalid(path, attribute, detail).withOrigin('union')
    const valueText = internalAttribute(attribute)
    errors.push(error.with({ valueText }).since(36, error.with({ valueText: withoutLists(valueText) })))
  }
  return errors
}

/** Go's names of these fields mark them as values. */
function internalAttribute(attribute: DeviceAttribute): string {
  const text = internalText(deviceAttributeDescriptor, attribute)
  return text.replace(/"(Int|Bool|String|Version)(s?)":/g, '"$1Value$2":')
}

/** Lists of values came later: no text of an earlier release has them. */
function withoutLists(text: string): string {
  return text.replace(/,"(Int|Bool|String|Version)Values":null/g, '')
}

function listErrors(attribute: DeviceAttribute, name: (typeof listNames)[number], path: FieldPath): FieldError[] {
  const values = attribute[name]
  if (!isSet(values)) return []
  const errors = values.length === 0 ? [invalid(path, values, 'must not be empty if specified')] : []
  if (name === 'strings') {
    return [...errors, ...textsOf(values as string[]).flatMap((value, i) => stringErrors(value, path.index(i)))]
  }
  if (name !== 'versions') return errors
  return [...errors, ...textsOf(values as string[]).flatMap((value, i) => versionErrors(value, path.index(i)))]
}

function stringErrors(value: string, path: FieldPath): FieldError[] {
  return utf8Length(value) > maxValueLength ? [tooLong(path, maxValueLength)] : []
}

function versionErrors(value: string, path: FieldPath): FieldError[] {
  const tooLongErrors = stringErrors(value, path)
  // Long text is not matched: its size is a separate error.
  if (value.length <= 1024 && semver.test(value)) return tooLongErrors
  return [invalid(path, value, 'must be a string compatible with semver.org spec 2.0.0'), ...tooLongErrors]
}

/** How many values the attributes of a device have, each item of a list counted. */
export function countAttributeValues({ attributes }: Device): number {
  return Object.values(attributes ?? {}).reduce((count, attribute) => {
    const items = listNames.reduce((sum, name) => sum + (attribute?.[name]?.length ?? 0), 0)
    return count + Math.max(items, 1)
  }, 0)
}
