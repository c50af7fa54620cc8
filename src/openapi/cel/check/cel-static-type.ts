/** A type that an expression has before it runs. `dyn` and `any` go with every other type. */
export interface StaticType {
  readonly name: string
  readonly params?: readonly StaticType[]
  /** The fields of an object; `*` is the type of all others. */
  readonly fields?: ReadonlyMap<string, StaticType>
}

/** The type of values that nothing is known about. */
export const dynType: StaticType = { name: 'dyn' }

/**
 * Names of types without parts. `kubernetes.authorization.Authorizer` is the type of an `AuthorizerValue`,
 * `kubernetes.authorization.ResourceCheck` that of `authorizer.requestResource`.
 */
export type CELTypeName =
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'null_type'
  | 'dyn'
  | 'any'
  | 'google.protobuf.Timestamp'
  | 'google.protobuf.Duration'
  | 'kubernetes.Quantity'
  | 'kubernetes.authorization.Authorizer'
  | 'kubernetes.authorization.ResourceCheck'
  | (string & {})

/** A type without parts. */
export function namedType(name: CELTypeName): StaticType {
  return { name }
}

/** A list of items of a type. */
export function listType(item: StaticType): StaticType {
  return { name: 'list', params: [item] }
}

/** A map between values of types. */
export function mapType(key: StaticType, value: StaticType): StaticType {
  return { name: 'map', params: [key, value] }
}

/** An object with these fields. */
export function objectType(name: string, fields: Readonly<Record<string, StaticType>>): StaticType {
  return { name, fields: new Map(Object.entries(fields)) }
}

/** Writes a type as Go's compiler does: `map(string, dyn)`. */
export function typeText({ name, params = [] }: StaticType): string {
  return params.length === 0 ? name : `${name}(${params.map(typeText).join(', ')})`
}

const named = /^([A-Za-z_][\w.]*)(\((.*)\))?$/

/** Reads a type as {@link typeText} writes it. */
export function readType(text: string): StaticType {
  const [, name = 'dyn', , inner] = named.exec(text.trim()) ?? []
  return inner === undefined ? { name } : { name, params: splitTypes(inner).map(readType) }
}

/** The types of a list of them: `int, map(string, dyn)`. */
export function splitTypes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (const [i, character] of [...text].entries()) {
    if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, i))
      from = i + 1
    }
  }
  const last = text.slice(from)
  return last.trim() === '' && parts.length === 0 ? [] : [...parts, last]
}

/** What the type parameters of a function stand for in one call. */
export type Bindings = Map<string, StaticType>

/** Reports whether a value of type `given` may stand where `wanted` is asked for; upper-case letters are parameters. */
export function isAssignable(wanted: StaticType, given: StaticType, bindings: Bindings): boolean {
  if (isParameter(wanted)) {
    const bound = bindings.get(wanted.name)
    // Of two types that go together the more general one is meant.
    if (bound === undefined || isOpen(given)) bindings.set(wanted.name, given)
    return bound === undefined || isAssignable(bound, given, bindings)
  }
  if (isOpen(wanted) || isOpen(given)) return true
  if (given.name === 'null_type' && wanted.fields !== undefined) return true
  if (wanted.name !== given.name) return false
  const [params, others] = [wanted.params ?? [], given.params ?? []]
  return params.every((param, i) => isAssignable(param, others[i] ?? dynType, bindings))
}

/** The type with its parameters replaced by what they stand for. */
export function substitute(type: StaticType, bindings: Bindings): StaticType {
  if (isParameter(type)) return bindings.get(type.name) ?? dynType
  if (type.params === undefined) return type
  return { ...type, params: type.params.map((param) => substitute(param, bindings)) }
}

function isParameter({ name }: StaticType): boolean {
  return /^[A-Z]$/.test(name)
}

/** Reports whether nothing is known of values of the type. */
export function isOpen({ name }: StaticType): boolean {
  return name === 'dyn' || name === 'any' || name === 'error'
}
