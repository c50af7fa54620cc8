import type { JSONValue } from '../json/json-value.js'
import { stringifyJSON } from '../json/stringify-json.js'
import { type FieldError, invalid } from '../validation/field-error.js'
import { type FieldRule, rule, type Subject } from './field-rule.js'
import { property } from './values.js'

type Keys = ReadonlyMap<string, string>

/** Items of a list of which at most one may be there: `+k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember`. */
export class ItemUnion {
  readonly #members: Keys[] = []

  /** Adds an item by its keys; the answer is the rule of the union, for the first one. */
  add(keys: Keys): FieldRule | undefined {
    this.#members.push(keys)
    return this.#members.length === 1 ? rule((subject) => this.#check(subject)) : undefined
  }

  #check({ operation, path, value, old }: Subject): FieldError[] {
    const held = this.#members.map((keys) => holds(value, keys))
    if (operation.type === 'Update' && Array.isArray(old)) {
      if (this.#members.every((keys, i) => holds(old, keys) === held[i])) return []
    }
    const list = path.toString().replace(/^.*\./, '')
    const names = this.#members.map((keys) => `${list}[${keysText(keys)}]`)
    const found = names.filter((_, i) => held[i])
    if (found.length < 2) return []
    const detail = `must specify at most one of: ${names.map((name) => `\`${name}\``).join(', ')}`
    return [invalid(path, `{${found.join(', ')}}`, detail).withOrigin('zeroOrOneOf')]
  }
}

/** Reports whether a list has an item with these keys. */
function holds(list: JSONValue | undefined, keys: Keys): boolean {
  return Array.isArray(list) && list.some((item) => hasKeys(item, keys))
}

/** Reports whether an item has these keys. */
export function hasKeys(item: JSONValue | undefined, keys: Keys): boolean {
  return [...keys].every(([name, value]) => String(property(item, name)) === value)
}

function keysText(keys: Keys): string {
  return `{${[...keys].map(([name, value]) => `${stringifyJSON(name)}: ${stringifyJSON(value)}`).join(', ')}}`
}
