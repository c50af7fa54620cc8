import { isJSONObject } from '../../json/json-value.js'
import { groupVersionKindOf } from '../../runtime/scheme/kind-access.js'
import { isNotRegisteredError } from '../../runtime/scheme/not-registered-error.js'
import { GroupVersion } from '../../schema/group-version.js'
import { parseGroupVersion } from '../../schema/parse.js'
import { memberOf } from '../field-path/value.js'
import type { VersionConversion } from '../merge/version-conversion.js'
import type { TypedValue } from '../typed/typed-value.js'
import type { ObjectConvertor } from './object-convertor.js'
import { isNoCorrespondingType, type TypeConverter } from './type-converter.js'

/** Input of a {@link VersionConverter}. */
export interface VersionConverterOptions {
  readonly typeConverter: TypeConverter
  readonly convertor: ObjectConvertor
  /** The intermediate version of a conversion, given the version it starts from. */
  readonly hub: (from: GroupVersion) => GroupVersion
}

/** Converts typed values between versions by making objects of them. */
export class VersionConverter implements VersionConversion {
  readonly #options: VersionConverterOptions

  constructor(options: VersionConverterOptions) {
    this.#options = options
  }

  convert(value: TypedValue, apiVersion: string): TypedValue {
    const target = parseGroupVersion(apiVersion)
    if (groupVersionOf(value)?.equals(target)) return value
    const { typeConverter, convertor, hub } = this.#options
    const object = typeConverter.typedToObject(value)
    const { group, version } = groupVersionKindOf(object)
    const inHub = convertor.convertToVersion(object, hub(new GroupVersion(group, version)))
    return typeConverter.objectToTyped(convertor.convertToVersion(inHub, target))
  }

  isMissingVersionError(error: unknown): boolean {
    return isNotRegisteredError(error) || isNoCorrespondingType(error)
  }
}

/** The version that a typed value declares. */
function groupVersionOf({ value }: TypedValue): GroupVersion | undefined {
  const apiVersion = isJSONObject(value) ? memberOf(value, 'apiVersion') : undefined
  if (typeof apiVersion !== 'string') return undefined
  try {
    return parseGroupVersion(apiVersion)
  } catch {
    return undefined
  }
}
