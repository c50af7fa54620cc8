import { type ErrorList, type FieldPath, notSupported, required } from 'apimachinery/validation'

/** The error of a field that has to have one of the given values: `required` when it is empty, `notSupported` for any other value. */
export function requiredChoice(value: string, path: FieldPath, choices: readonly string[]): ErrorList {
  if (value === '') return [required(path, '')]
  return choices.includes(value) ? [] : [notSupported(path, value, choices)]
}
