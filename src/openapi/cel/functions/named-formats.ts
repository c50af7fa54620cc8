import { isValidLabelValue } from '../../../validation/label-value.js'
import { nameIsDNS1035Label, nameIsDNSLabel, nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isQualifiedName } from '../../../validation/qualified-name.js'
import { stringFormat } from '../../validate/string-formats.js'
import type { OptionalFactory } from '../optional-values.js'
import { type FunctionLibrary, registerNamespace } from './function-library.js'

/** A format that rules ask for by name: `format.dns1123Label()`. */
class NamedFormat {
  readonly problems: (text: string) => readonly string[]

  constructor(problems: (text: string) => readonly string[]) {
    this.problems = problems
  }
}

function checked(name: string, problem: string): NamedFormat {
  return new NamedFormat((text) => (stringFormat(name)?.(text) === true ? [] : [problem]))
}

function formats(): ReadonlyMap<string, NamedFormat> {
  return new Map([
    ['dns1123Label', new NamedFormat((text) => nameIsDNSLabel(text, false))],
    ['dns1123Subdomain', new NamedFormat((text) => nameIsDNSSubdomain(text, false))],
    ['dns1035Label', new NamedFormat((text) => nameIsDNS1035Label(text, false))],
    ['dns1123LabelPrefix', new NamedFormat((text) => nameIsDNSLabel(text, true))],
    ['dns1123SubdomainPrefix', new NamedFormat((text) => nameIsDNSSubdomain(text, true))],
    ['dns1035LabelPrefix', new NamedFormat((text) => nameIsDNS1035Label(text, true))],
    ['qualifiedName', new NamedFormat(isQualifiedName)],
    ['labelValue', new NamedFormat(isValidLabelValue)],
    ['uri', checked('uri', 'invalid URI for request')],
    ['uuid', checked('uuid', 'does not match the UUID format')],
    ['byte', checked('byte', 'invalid base64')],
    ['date', checked('date', 'invalid date')],
    ['datetime', checked('datetime', 'invalid datetime')],
  ])
}

/** `format.NAME()`, `format.named(…)` and `validate`. */
export function namedFormatFunctions(optional: OptionalFactory): FunctionLibrary {
  return (env) => {
    const known = formats()
    env.registerType('kubernetes.NamedFormat', { ctor: NamedFormat, fields: {} })
    const namespace = registerNamespace(env, 'format')
    for (const [name, format] of known) {
      env.registerFunction(`${namespace}.${name}(): kubernetes.NamedFormat`, () => format)
    }
    env.registerFunction(`${namespace}.named(string): optional<kubernetes.NamedFormat>`, (_: unknown, name: string) =>
      optional.of(known.get(name)),
    )
    env.registerFunction(
      'kubernetes.NamedFormat.validate(string): optional<list<string>>',
      (format: NamedFormat, text: string) => {
        const problems = format.problems(text)
        return optional.of(problems.length === 0 ? undefined : [...problems])
      },
    )
  }
}
