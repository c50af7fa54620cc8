import { FieldPath } from '../../validation/field-path.js'
import type { Structural } from '../structural/structural.js'

const step = /\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]/y

/**
 * Reads the `fieldPath` of a rule: `.spec.replicas` or `.labels['a.b']`.
 *
 * @returns the path, or undefined when it leads nowhere in the schema.
 */
export function ruleFieldPath(text: string, schema: Structural): FieldPath | undefined {
  let path = FieldPath.empty()
  let at: Structural | undefined = schema
  step.lastIndex = 0
  while (step.lastIndex < text.length) {
    const [found, plain, quoted] = step.exec(text) ?? []
    if (found === undefined || at === undefined) return undefined
    const name = plain ?? (quoted as string).replace(/\\(.)/g, (_, each: string) => unescapes[each] ?? each)
    if (at.properties.size > 0) {
      path = path.child(name)
      at = at.properties.get(name)
    } else {
      path = path.key(name)
      at = at.additionalProperties?.schema
    }
    if (at === undefined) return undefined
  }
  return text === '' ? undefined : path
}

const unescapes: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
