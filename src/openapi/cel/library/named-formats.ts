import { isValidLabelValue } from '../../../validation/label-value.js'
import { nameIsDNS1035Label, nameIsDNSLabel, nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isQualifiedName } from '../../../validation/qualified-name.js'
import { parseRequestURI } from '../../validate/request-uri.js'
import { stringFormat } from '../../validate/string-formats.js'
import { PlainList } from '../values/collections.js'
import type { OwnComparable } from '../values/own-values.js'
import { type CELError, none, noOverload, OptionalValue, type Value } from '../values/value.js'

/** The formats of `format.NAME()` and `format.named('NAME')`. */
export const namedFormats: readonly string[] =
  /* @__PURE__ */ 'byte date datetime dns1035Label dns1035LabelPrefix dns1123Label dns1123LabelPrefix dns1123Subdomain dns1123SubdomainPrefix labelValue qualifiedName uri uuid'.split(
    ' ',
  )

/** A format that rules use by name: `format.dns1123Label()`. */
export class NamedFormat implements OwnComparable {
  readonly typeName = 'kubernetes.NamedFormat'

  constructor(
    /** Length of the pattern of the format, for costs. */
    readonly patternSize: number,
    readonly problems: (text: string) => readonly string[],
  ) {}

  equals(other: Value): boolean | CELError {
    return other instanceof NamedFormat ? other === this : noOverload(other)
  }
}

function checked(name: string, patternSize: number, problem: string): NamedFormat {
  return new NamedFormat(patternSize, (text) => (stringFormat(name)?.(text) === true ? [] : [problem]))
}

function uriProblems(text: string): readonly string[] {
  const uri = parseRequestURI(text)
  return 'error' in uri ? [uri.error] : []
}

function formats(): ReadonlyMap<string, NamedFormat> {
  return new Map([
    ['dns1123Label', new NamedFormat(30, (text) => nameIsDNSLabel(text, false))],
    ['dns1123Subdomain', new NamedFormat(60, (text) => nameIsDNSSubdomain(text, false))],
    ['dns1035Label', new NamedFormat(30, (text) => nameIsDNS1035Label(text, false))],
    ['dns1123LabelPrefix', new NamedFormat(30, (text) => nameIsDNSLabel(text, true))],
    ['dns1123SubdomainPrefix', new NamedFormat(60, (text) => nameIsDNSSubdomain(text, true))],
    ['dns1035LabelPrefix', new NamedFormat(30, (text) => nameIsDNS1035Label(text, true))],
    ['qualifiedName', new NamedFormat(60, isQualifiedName)],
    ['labelValue', new NamedFormat(40, isValidLabelValue)],
    ['uri', new NamedFormat(1103, uriProblems)],
    ['uuid', checked('uuid', 70, 'does not match the UUID format')],
    ['byte', checked('byte', 84, 'invalid base64')],
    ['date', checked('date', 71, 'invalid date')],
    ['datetime', checked('datetime', 71, 'invalid datetime')],
  ])
}

let known: ReadonlyMap<string, NamedFormat> | undefined

function formatNamed(name: string): NamedFormat | undefined {
  known ??= formats()
  return known.get(name)
}

function validate(format: NamedFormat, text: string): Value {
  const problems = format.problems(text)
  return problems.length === 0 ? none : new OptionalValue(new PlainList([...problems]))
}

function constants(): Record<string, () => Value> {
  return Object.fromEntries(namedFormats.map((name) => [`format.${name}`, () => formatNamed(name)!]))
}

/** Functions on formats, by Go's names of their forms. */
export const formatFunctions: Readonly<Record<string, (...args: never[]) => Value>> = {
  .../* @__PURE__ */ constants(),
  'format-named': (name: string) => {
    const format = formatNamed(name)
    return format === undefined ? none : new OptionalValue(format)
  },
  'format-validate': validate,
}
