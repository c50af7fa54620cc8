/** Why a field is wrong; the values are those of status causes. */
export const ErrorType = {
  NotFound: 'FieldValueNotFound',
  Required: 'FieldValueRequired',
  Duplicate: 'FieldValueDuplicate',
  Invalid: 'FieldValueInvalid',
  NotSupported: 'FieldValueNotSupported',
  Forbidden: 'FieldValueForbidden',
  TooLong: 'FieldValueTooLong',
  TooShort: 'FieldValueTooShort',
  TooMany: 'FieldValueTooMany',
  TooFew: 'FieldValueTooFew',
  Internal: 'InternalError',
  TypeInvalid: 'FieldValueTypeInvalid',
} as const
/** One of {@link ErrorType}. */
export type ErrorType = (typeof ErrorType)[keyof typeof ErrorType]

const titles: Readonly<Record<ErrorType, string>> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooShort: 'Too short',
  FieldValueTooMany: 'Too many',
  FieldValueTooFew: 'Too few',
  InternalError: 'Internal error',
  FieldValueTypeInvalid: 'Invalid value',
}

const withoutValue: ReadonlySet<ErrorType> = /* @__PURE__ */ (() =>
  new Set<ErrorType>([
    ErrorType.Required,
    ErrorType.Forbidden,
    ErrorType.TooLong,
    ErrorType.TooShort,
    ErrorType.Internal,
  ]))()

/** The beginning of a message: `Required value`. */
export function errorTitle(type: ErrorType): string {
  return titles[type]
}

/** Reports whether messages of this type show the value. */
export function showsValue(type: ErrorType): boolean {
  return !withoutValue.has(type)
}
