/** Longest text of a caller that a message repeats. */
const longestText = 60

/** How an error message calls an argument that is none of what was asked for: `null`, `"Pod"`, `class Pod`, `an array`. */
export function givenText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > longestText ? `${value.slice(0, longestText)}…` : value)
    case 'function':
      return functionText(value)
    case 'object':
      return value === null ? 'null' : objectText(value)
    case 'bigint':
      return `${value}n`
    default:
      return String(value)
  }
}

function functionText(value: object): string {
  const { name, prototype } = value as { readonly name?: unknown; readonly prototype?: unknown }
  // Functions may be called with any prototype, that of a class cannot be changed.
  const isClass = Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  const noun = isClass && prototype !== undefined ? 'class' : 'function'
  return typeof name === 'string' && name !== '' ? `${noun} ${name}` : `a ${noun} without a name`
}

function objectText(value: object): string {
  if (Array.isArray(value)) return 'an array'
  // An own property called `constructor` is data.
  const { constructor: type } = (Object.getPrototypeOf(value) ?? {}) as { readonly constructor?: unknown }
  if (typeof type !== 'function' || type === Object || type.name === '') return 'a plain object'
  return `an object of class ${type.name}`
}
