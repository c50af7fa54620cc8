import { dynType, isOpen, listType, mapType, namedType, type StaticType, typeText } from './cel-static-type.js'
import type { CELNode } from './cel-syntax.js'

/** What macros need of the checker. */
export interface MacroChecker {
  typeOf(node: CELNode): StaticType
  within(variables: readonly (readonly [string, StaticType])[], node: CELNode): StaticType
  problem(at: number, message: string): StaticType
}

type Call = CELNode & { readonly op: 'call' }

const bool = /* @__PURE__ */ namedType('bool')
const int = /* @__PURE__ */ namedType('int')

/** The type of a call that is a macro; undefined for calls of functions. */
export function checkMacro(checker: MacroChecker, call: Call): StaticType | undefined {
  const { name, target, args } = call
  if (target === undefined)
    return name === 'has' && args.length === 1 ? hasType(checker, args[0] as CELNode) : undefined
  switch (`${name}/${args.length}`) {
    case 'all/2':
    case 'exists/2':
    case 'exists_one/2':
    case 'existsOne/2':
      return quantified(checker, call, 1)
    case 'all/3':
    case 'exists/3':
    case 'existsOne/3':
      return quantified(checker, call, 2)
    case 'filter/2':
      return filtered(checker, call)
    case 'map/2':
    case 'map/3':
      return mapped(checker, call)
    case 'transformList/3':
    case 'transformList/4':
    case 'transformMap/3':
    case 'transformMap/4':
      return transformed(checker, call)
    case 'sortBy/2':
      return sorted(checker, call)
    case 'optMap/2':
    case 'optFlatMap/2':
      return optional(checker, call)
    default:
      return undefined
  }
}

function hasType(checker: MacroChecker, field: CELNode): StaticType {
  if (field.op !== 'select') return checker.problem(field.at, 'invalid argument to has() macro')
  checker.typeOf(field)
  return bool
}

/** The variables of a macro with their types, and the type of what it ranges over. */
function ranged(checker: MacroChecker, { target, args }: Call, count: 1 | 2): Ranged | undefined {
  const names = args.slice(0, count)
  for (const node of names) {
    if (node.op !== 'name') {
      checker.problem(node.at, 'argument must be a simple name')
      return undefined
    }
  }
  const range = checker.typeOf(target as CELNode)
  const { name, params = [] } = range
  const [first = dynType, second = dynType] = params
  const isMap = name === 'map'
  if (!isMap && name !== 'list' && !isOpen(range)) {
    const detail = `expression of type '${typeText(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`
    checker.problem((target as CELNode).at, detail)
    return undefined
  }
  const types = count === 1 ? [first] : isMap ? [first, second] : [isOpen(range) ? dynType : int, first]
  const variables = names.map((node, i) => [(node as { name: string }).name, types[i] ?? dynType] as const)
  return { range, variables }
}

interface Ranged {
  readonly range: StaticType
  readonly variables: readonly (readonly [string, StaticType])[]
}

function condition(checker: MacroChecker, { variables }: Ranged, node: CELNode): void {
  const type = checker.within(variables, node)
  if (type.name === 'bool' || isOpen(type)) return
  checker.problem(node.at, `expected type 'bool' but found '${typeText(type)}'`)
}

function quantified(checker: MacroChecker, call: Call, count: 1 | 2): StaticType {
  const found = ranged(checker, call, count)
  if (found !== undefined) condition(checker, found, call.args[count] as CELNode)
  return bool
}

function filtered(checker: MacroChecker, call: Call): StaticType {
  const found = ranged(checker, call, 1)
  if (found === undefined) return dynType
  condition(checker, found, call.args[1] as CELNode)
  return listType(found.range.params?.[0] ?? dynType)
}

function mapped(checker: MacroChecker, call: Call): StaticType {
  const found = ranged(checker, call, 1)
  if (found === undefined) return dynType
  const result = call.args.at(-1) as CELNode
  if (call.args.length === 3) condition(checker, found, call.args[1] as CELNode)
  return listType(checker.within(found.variables, result))
}

function transformed(checker: MacroChecker, call: Call): StaticType {
  const found = ranged(checker, call, 2)
  if (found === undefined) return dynType
  if (call.args.length === 4) condition(checker, found, call.args[2] as CELNode)
  const result = checker.within(found.variables, call.args.at(-1) as CELNode)
  return call.name === 'transformList' ? listType(result) : mapType(found.variables[0]?.[1] ?? dynType, result)
}

function sorted(checker: MacroChecker, call: Call): StaticType {
  const found = ranged(checker, call, 1)
  if (found === undefined) return dynType
  checker.within(found.variables, call.args[1] as CELNode)
  return found.range
}

function optional(checker: MacroChecker, { name, target, args }: Call): StaticType {
  const [variable, result] = args as [CELNode, CELNode]
  const of = checker.typeOf(target as CELNode)
  if (variable.op !== 'name') {
    return checker.problem(variable.at, `${name}() variable name must be a simple identifier`)
  }
  const type = checker.within([[variable.name, of.params?.[0] ?? dynType]], result)
  return name === 'optMap' ? { name: 'optional_type', params: [type] } : type
}
