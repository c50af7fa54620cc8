import type { TypedValue } from '../typed/typed-value.js'
import type { VersionConversion } from './version-conversion.js'
import { inContext } from './wrap-error.js'

/** The target of a conversion, and its description for messages. */
export interface ConversionTarget {
  readonly version: string
  readonly context: string
}

/** The value in another version; `undefined` when that version does not exist any more. */
export function convertToVersion(
  converter: VersionConversion,
  value: TypedValue,
  { version, context }: ConversionTarget,
): TypedValue | undefined {
  try {
    return inContext(context, () => converter.convert(value, version), converter)
  } catch (error) {
    if (converter.isMissingVersionError(error)) return undefined
    throw error
  }
}
