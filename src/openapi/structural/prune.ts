import { compareStrings } from '../../internal/compare-strings.js'
import type { JSONObject, JSONValue } from '../../json/json-value.js'
import type { UnknownField } from '../../runtime/objects/typed-object.js'
import { asResourceRoot, type Structural } from './structural.js'

/** Collects the fields that a schema does not declare during a walk over a value. */
class UnknownFields {
  readonly found: UnknownField[] = []
  readonly #steps: (string | number)[] = []
  #path = ''

  /** Nothing has been descended into. */
  get atRoot(): boolean {
    return this.#path === ''
  }

  record(name: string): void {
    this.found.push({ path: this.#below(name), steps: [...this.#steps, name] })
  }

  atKey(name: string, visit: () => void): void {
    this.#at(name, this.#below(name), visit)
  }

  atIndex(index: number, visit: () => void): void {
    this.#at(index, `${this.#path}[${index}]`, visit)
  }

  #below(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  #at(step: string | number, path: string, visit: () => void): void {
    const before = this.#path
    this.#path = path
    this.#steps.push(step)
    visit()
    this.#steps.pop()
    this.#path = before
  }
}

/** How {@link prune} takes its input. */
export interface PruneOptions {
  /** The value is a whole object: its `apiVersion`, `kind` and `metadata` stay. Default: true. */
  readonly isResourceRoot?: boolean
}

/**
 * Removes the fields that a schema does not name from a value, in place.
 *
 * @returns the paths of what was removed, sorted, as `spec.foo[0].bar`.
 */
export function prune(value: JSONValue | object, schema: Structural, options: PruneOptions = {}): string[] {
  const pruner = new Pruner(true)
  pruner.value(value as JSONValue, options.isResourceRoot === false ? schema : asResourceRoot(schema))
  return pruner.unknown.found.map(({ path }) => path).sort(compareStrings)
}

/** The fields of a whole object that a schema does not name: what {@link prune} would remove, in the same order. */
export function findUnknownFields(object: object, schema: Structural): UnknownField[] {
  const finder = new Pruner(false)
  finder.value(object as JSONObject, asResourceRoot(schema))
  return finder.unknown.found.sort((a, b) => compareStrings(a.path, b.path))
}

/** `apiVersion`, `kind` and `metadata`, which every object has. */
export function isMetaField(name: string): boolean {
  return name === 'apiVersion' || name === 'kind' || name === 'metadata'
}

/** Collects the paths of undeclared fields, and removes the fields on request. */
class Pruner {
  readonly unknown: UnknownFields = new UnknownFields()
  readonly #removes: boolean

  constructor(removes: boolean) {
    this.#removes = removes
  }

  value(value: JSONValue, schema: Structural | undefined): void {
    if (typeof value !== 'object' || value === null) return
    if (schema?.preserveUnknownFields) {
      this.#named(value, schema)
      return
    }
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.unknown.atIndex(i, () => this.value(item, schema?.items))
      return
    }
    for (const name of Object.keys(value)) this.#property(value, name, schema)
  }

  #property(object: JSONObject, name: string, schema: Structural | undefined): void {
    const { unknown } = this
    if (schema === undefined) {
      unknown.record(name)
      if (this.#removes) delete object[name]
      return
    }
    if (schema.embeddedResource && isMetaField(name)) return
    const property = schema.properties.get(name)
    if (property !== undefined || schema.additionalProperties !== undefined) {
      const next = property ?? schema.additionalProperties?.schema
      unknown.atKey(name, () => this.value(object[name]!, next))
      return
    }
    if (!isMetaField(name) || !unknown.atRoot) unknown.record(name)
    if (this.#removes) delete object[name]
  }

  /** Below `x-kubernetes-preserve-unknown-fields` only what the schema names is looked at. */
  #named(value: JSONValue, schema: Structural | undefined): void {
    if (typeof value !== 'object' || value === null || schema === undefined) return
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) this.unknown.atIndex(i, () => this.#named(item, schema.items))
      return
    }
    for (const name of Object.keys(value)) {
      if (schema.embeddedResource && isMetaField(name)) continue
      const property = schema.properties.get(name)
      if (property === undefined && schema.additionalProperties === undefined) continue
      const next = property ?? schema.additionalProperties?.schema
      this.unknown.atKey(name, () => this.value(value[name]!, next))
    }
  }
}
