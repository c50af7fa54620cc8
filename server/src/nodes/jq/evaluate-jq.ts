import { JQError } from './jq-error.js'
import { jqFunctions } from './jq-functions.js'
import type { JQNode, JQOperator } from './jq-node.js'
import {
  arithmetic,
  compareJQ,
  isJQList,
  isJQNumber,
  isJQObject,
  isJQTrue,
  type JQObject,
  type JQValue,
  jqMember,
  jqText,
  jqType,
} from './jq-value.js'

/** Variables by name. */
export type JQVariables = ReadonlyMap<string, JQValue>

type Results = Generator<JQValue, undefined>

/** The results of an expression for a value. @throws JQError */
export function* evaluateJQ(node: JQNode, value: JQValue, variables: JQVariables): Results {
  switch (node.kind) {
    case 'identity':
      yield value
      return
    case 'constant':
      yield node.value
      return
    case 'variable':
      yield variables.get(node.name) ?? null
      return
    case 'descent':
      yield* descent(value)
      return
    case 'index':
      for (const of of evaluateJQ(node.of, value, variables))
        for (const key of evaluateJQ(node.key, value, variables)) yield jqMember(of, key)
      return
    case 'each':
      for (const of of evaluateJQ(node.of, value, variables)) yield* items(of)
      return
    default:
      yield* evaluateCompound(node, value, variables)
  }
}

type Of<Kind extends JQNode['kind']> = Extract<JQNode, { kind: Kind }>

function* evaluateCompound(node: JQNode, value: JQValue, variables: JQVariables): Results {
  switch (node.kind) {
    case 'slice':
      yield* slices(node, value, variables)
      return
    case 'try':
      yield* attempted(node, value, variables)
      return
    case 'negative':
      for (const of of evaluateJQ(node.of, value, variables)) yield negative(of)
      return
    case 'operator':
      yield* operated(node, value, variables)
      return
    case 'call':
      yield* jqFunctions[node.name]!({
        args: node.args,
        value,
        run: (each, input) => evaluateJQ(each, input, variables),
      })
      return
    case 'list':
      yield node.of === undefined ? [] : [...evaluateJQ(node.of, value, variables)]
      return
    case 'object':
      yield* objects(node, value, variables)
      return
    case 'text':
      yield* texts(node.parts, value, variables)
      return
    default:
      yield* evaluateControl(node, value, variables)
  }
}

function* evaluateControl(node: JQNode, value: JQValue, variables: JQVariables): Results {
  if (node.kind === 'if') {
    for (const test of evaluateJQ(node.test, value, variables)) {
      const branch = isJQTrue(test) ? node.then : node.otherwise
      if (branch === undefined) yield value
      else yield* evaluateJQ(branch, value, variables)
    }
  } else if (node.kind === 'bind') {
    for (const bound of evaluateJQ(node.of, value, variables))
      yield* evaluateJQ(node.body, value, new Map([...variables, [node.name, bound]]))
  } else if (node.kind === 'reduce') {
    for (const start of evaluateJQ(node.start, value, variables)) {
      let state: JQValue = start
      for (const item of evaluateJQ(node.of, value, variables))
        for (const next of evaluateJQ(node.update, state, new Map([...variables, [node.name, item]]))) state = next
      yield state
    }
  }
}

function* descent(value: JQValue): Results {
  yield value
  if (isJQList(value) || isJQObject(value)) for (const item of Object.values(value)) yield* descent(item)
}

function* items(value: JQValue): Results {
  if (isJQList(value)) yield* value
  else if (isJQObject(value)) for (const key of Object.keys(value).sort()) yield value[key]!
  else throw new JQError(`cannot iterate over: ${jqType(value)}`)
}

function* slices({ of, from, to }: Of<'slice'>, value: JQValue, variables: JQVariables): Results {
  const bound = (node: JQNode | undefined): number | undefined => {
    const found = node === undefined ? null : (evaluateJQ(node, value, variables).next().value ?? null)
    return isJQNumber(found) ? Math.floor(Number(found)) : undefined
  }
  for (const sliced of evaluateJQ(of, value, variables)) {
    if (sliced === null) yield null
    else if (isJQList(sliced)) yield sliced.slice(bound(from), bound(to))
    else if (typeof sliced === 'string') yield [...sliced].slice(bound(from), bound(to)).join('')
    else throw new JQError(`cannot slice: ${jqType(sliced)}`)
  }
}

function* attempted({ body, otherwise }: Of<'try'>, value: JQValue, variables: JQVariables): Results {
  try {
    yield* evaluateJQ(body, value, variables)
  } catch (error) {
    if (!(error instanceof JQError)) throw error
    if (otherwise !== undefined) yield* evaluateJQ(otherwise, error.message, variables)
  }
}

function negative(value: JQValue): JQValue {
  if (!isJQNumber(value)) throw new JQError(`cannot negate: ${jqType(value)}`)
  return -value
}

function* operated({ operator, left, right }: Of<'operator'>, value: JQValue, variables: JQVariables): Results {
  switch (operator) {
    case '|':
      for (const passed of evaluateJQ(left, value, variables)) yield* evaluateJQ(right, passed, variables)
      return
    case ',':
      yield* evaluateJQ(left, value, variables)
      yield* evaluateJQ(right, value, variables)
      return
    case '//':
      yield* alternatives(left, right, { value, variables })
      return
    case 'and':
    case 'or':
      for (const first of evaluateJQ(left, value, variables)) {
        if (isJQTrue(first) === (operator === 'or')) yield operator === 'or'
        else for (const second of evaluateJQ(right, value, variables)) yield isJQTrue(second)
      }
      return
    default:
      for (const second of evaluateJQ(right, value, variables))
        for (const first of evaluateJQ(left, value, variables)) yield combined(operator, first, second)
  }
}

function* alternatives(
  left: JQNode,
  right: JQNode,
  { value, variables }: { readonly value: JQValue; readonly variables: JQVariables },
): Results {
  let found = false
  try {
    for (const each of evaluateJQ(left, value, variables)) {
      if (!isJQTrue(each)) continue
      found = true
      yield each
    }
  } catch (error) {
    if (!(error instanceof JQError)) throw error
  }
  if (!found) yield* evaluateJQ(right, value, variables)
}

const comparisons: Readonly<Partial<Record<JQOperator, (order: number) => boolean>>> = {
  '==': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
}

function combined(operator: JQOperator, left: JQValue, right: JQValue): JQValue {
  return comparisons[operator]?.(compareJQ(left, right)) ?? arithmetic(operator, left, right)
}

function* objects({ members }: Of<'object'>, value: JQValue, variables: JQVariables): Results {
  let made: JQObject[] = [{}]
  for (const [keyNode, valueNode] of members) {
    const next: JQObject[] = []
    for (const object of made)
      for (const key of evaluateJQ(keyNode, value, variables)) {
        if (typeof key !== 'string') throw new JQError(`expected a string for object key but got: ${jqType(key)}`)
        for (const member of evaluateJQ(valueNode, value, variables)) next.push(withMember(object, key, member))
      }
    made = next
  }
  yield* made
}

function withMember(object: JQObject, key: string, value: JQValue): JQObject {
  return Object.defineProperty({ ...object }, key, { value, enumerable: true, configurable: true, writable: true })
}

function* texts(parts: readonly JQNode[], value: JQValue, variables: JQVariables): Results {
  let made = ['']
  for (const part of parts) {
    const pieces = [...evaluateJQ(part, value, variables)].map((each) =>
      typeof each === 'string' ? each : jqText(each),
    )
    made = made.flatMap((text) => pieces.map((piece) => text + piece))
  }
  yield* made
}
