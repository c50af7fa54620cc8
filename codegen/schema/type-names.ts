/** Writes any property or kind name as a TypeScript type name: `grpc-route` → `GrpcRoute`. */
export function typeName(text: string): string {
  const words = text.split(/[^\p{ID_Continue}$]+/u).filter((word) => word !== '')
  const name = words.map(upperFirst).join('')
  return /^[\p{ID_Start}_$]/u.test(name) ? name : `T${name}`
}

/** Writes a JSON name as Go would export it: `spec` → `Spec`. */
export function upperFirst(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** Names that generated modules use themselves or that have another meaning in TypeScript. */
const reserved = new Set(['Object', 'Array', 'String', 'Number', 'Boolean', 'Date', 'Map', 'Set', 'Promise', 'Error'])

/** Gives each declaration of a package a name of its own. */
export class NameScope {
  /** In small letters: descriptors are named in camel case, where names may meet that differ in capitals only. */
  readonly #taken = new Set<string>()

  /** The wanted name, or the wanted name with the first number that makes it new. */
  claim(wanted: string): string {
    const base = reserved.has(wanted) ? `${wanted}Type` : wanted
    let name = base
    for (let count = 2; this.#taken.has(name.toLowerCase()); count++) name = `${base}${count}`
    this.#taken.add(name.toLowerCase())
    return name
  }
}
