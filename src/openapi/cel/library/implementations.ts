import type { Implementation } from '../values/overload.js'
import type { Value } from '../values/value.js'
import { addressFunctions } from './addresses.js'
import { authorizerFunctions } from './authorizers.js'
import { conversions } from './conversions.js'
import { flatten, listFunctions, sort, sortByKeys } from './lists.js'
import { formatFunctions } from './named-formats.js'
import { operators } from './operators.js'
import { optionalFunctions } from './optionals.js'
import { quantityFunctions } from './quantities.js'
import { regexFunctions } from './regex.js'
import { semverFunctions } from './semver.js'
import { size, stringFunctions } from './strings.js'
import { timeFunctions } from './times.js'
import { urlFunctions } from './urls.js'

const libraries: readonly Readonly<Record<string, (...args: never[]) => Value>>[] = [
  stringFunctions,
  listFunctions,
  regexFunctions,
  urlFunctions,
  quantityFunctions,
  addressFunctions,
  semverFunctions,
  formatFunctions,
  authorizerFunctions,
  optionalFunctions,
  timeFunctions,
]

/** Functions that take values of any type and say themselves what they do not support. */
const lenient: ReadonlyMap<string, Implementation> = /* @__PURE__ */ new Map([
  ['size', size],
  ['flatten', flatten],
  ['sort', sort],
  ['@sortByAssociatedKeys', sortByKeys as Implementation],
])

/** The implementation of an operator or conversion that checks the types of its arguments itself. */
export function operatorOf(name: string): Implementation | undefined {
  if (Object.hasOwn(operators, name)) return operators[name]
  if (Object.hasOwn(conversions, name)) return conversions[name]
  return lenient.get(name)
}

let all: ReadonlyMap<string, Implementation> | undefined

/** The implementation of an overload; its arguments have the declared types. */
export function implementationOf(id: string): Implementation | undefined {
  all ??= new Map(libraries.flatMap((library) => Object.entries(library) as [string, Implementation][]))
  return all.get(id)
}
