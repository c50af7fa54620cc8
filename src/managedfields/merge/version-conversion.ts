import type { TypedValue } from '../typed/typed-value.js'

/** Converts typed values between the versions of a kind. */
export interface VersionConversion {
  /** The value in a version such as `apps/v1`. */
  convert(value: TypedValue, apiVersion: string): TypedValue
  /** Reports whether an error of {@link VersionConversion.convert} means that the version does not exist any more. */
  isMissingVersionError(error: unknown): boolean
}
