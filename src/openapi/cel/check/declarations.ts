import { isParameter, readType, type StaticType, splitTypes } from '../values/cel-static-type.js'
import type { Overload } from '../values/overload.js'
import { librarySignatures } from './library-signatures.js'
import { standardSignatures } from './standard-signatures.js'

/** The functions that expressions may call, and what of the language they may use. */
export interface Declarations {
  /** Names of fields may be in backquotes. */
  readonly allowsQuotedNames?: boolean
  /** The overloads of a function, in Go's order; undefined for an unknown function. */
  overloadsOf(name: string): readonly Overload[] | undefined
}

let table: ReadonlyMap<string, readonly Overload[]> | undefined
let stored: ReadonlyMap<string, readonly Overload[]> | undefined
let patching: ReadonlyMap<string, readonly Overload[]> | undefined

/** The functions of kube-apiserver. */
export const kubernetesDeclarations: Declarations = {
  overloadsOf(name) {
    table ??= makeTable([...standardSignatures(), ...librarySignatures()])
    return table.get(name)
  },
}

/** The same with what the release after has: expressions that are already stored may use it. */
export const storedDeclarations: Declarations = {
  allowsQuotedNames: true,
  overloadsOf(name) {
    stored ??= makeTable(['.includes list_includes_dyn_dyn (dyn, dyn) bool'])
    return stored.get(name) ?? kubernetesDeclarations.overloadsOf(name)
  },
}

/** The same with `jsonpatch.escapeKey`, which mutations have. */
export const mutationDeclarations: Declarations = {
  overloadsOf(name) {
    patching ??= makeTable(['jsonpatch.escapeKey string_jsonpatch_escapeKey_string (string) string'])
    return patching.get(name) ?? kubernetesDeclarations.overloadsOf(name)
  },
}

/** Functions of {@link Declarations} with overloads of a program's own beside them. */
export function extendedDeclarations(base: Declarations, own: readonly (readonly [string, Overload])[]): Declarations {
  const names = new Set(own.map(([name]) => name))
  const added = new Map(
    [...names].map((each) => [each, own.filter(([name]) => name === each).map(([, overload]) => overload)]),
  )
  return {
    ...base,
    overloadsOf(name) {
      const [known, mine] = [base.overloadsOf(name), added.get(name)]
      return mine === undefined ? known : [...(known ?? []), ...mine]
    },
  }
}

function makeTable(lines: readonly string[]): ReadonlyMap<string, readonly Overload[]> {
  const made = new Map<string, Overload[]>()
  for (const line of lines) {
    const [name, overload] = readSignature(line)
    const known = made.get(name)
    if (known === undefined) made.set(name, [overload])
    else known.push(overload)
  }
  return made
}

/** Reads `[.]name id (arguments) result`; a leading dot marks a member function. */
export function readSignature(line: string): readonly [string, Overload] {
  const [head = '', id = ''] = line.split(' ', 2)
  const rest = line.slice(head.length + id.length + 2)
  const close = closing(rest)
  const member = head.startsWith('.')
  const args = splitTypes(rest.slice(1, close)).map(readType)
  const result = readType(rest.slice(close + 2))
  const parameters = new Set([...args, result].flatMap(parametersOf))
  return [member ? head.slice(1) : head, { id, member, args, result, parameters: [...parameters] }]
}

function closing(text: string): number {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '(') depth += 1
    else if (text[i] === ')') depth -= 1
    if (depth === 0) return i
  }
  return text.length
}

function parametersOf(type: StaticType): string[] {
  return isParameter(type) ? [type.name] : (type.params ?? []).flatMap(parametersOf)
}
