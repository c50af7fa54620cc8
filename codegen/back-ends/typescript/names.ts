/** Writes a Go name with a small beginning: `APIGroup` → `apiGroup`, `PodSpec` → `podSpec`. */
export function lowerFirst(name: string): string {
  const acronym = /^(\p{Lu}+)(?=\p{Lu}\p{Ll}|$|[^\p{L}])/u.exec(name)
  const length = acronym === null ? 1 : acronym[0].length
  return name.slice(0, length).toLowerCase() + name.slice(length)
}

/** Name of the constant that holds a type's descriptor. */
export function descriptorName(typeName: string): string {
  return `${lowerFirst(typeName)}Descriptor`
}

/** Writes a property name, quoted where TypeScript needs it. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quote(name)
}

/** Writes access to a property, with brackets where TypeScript needs them. */
export function member(object: string, name: string): string {
  return propertyKey(name) === name ? `${object}.${name}` : `${object}[${quote(name)}]`
}

/** Reports whether every object inherits something called `name`, so that only an own property may count. */
export function isInherited(name: string): boolean {
  return name in Object.prototype || isMethodOfKinds(name)
}

/** Reports whether kind classes have a method called `name`: their types cannot declare such a property. */
export function isMethodOfKinds(name: string): boolean {
  return name === 'deepCopy'
}

/** Writes the value of an inherited name where `object` has it as its own. */
export function ownValue(object: string, name: string): string {
  const [from, key] = isMethodOfKinds(name) ? [`${object} as never`, `${quote(name)} as never`] : [object, quote(name)]
  return `gen.ownValue(${from}, ${key})`
}

/** Writes a string literal with single quotes. */
export function quote(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${body.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** Writes a JSON value as a TypeScript literal. */
export function literal(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined)
    if (entries.length === 0) return '{}'
    return `{ ${entries.map(([key, each]) => `${key === '__proto__' ? "['__proto__']" : propertyKey(key)}: ${literal(each)}`).join(', ')} }`
  }
  if (typeof value === 'bigint') return `${value}n`
  return JSON.stringify(value)
}
