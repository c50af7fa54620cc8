import { appendAll } from '../../internal/append-all.js'
import { compareStrings } from '../../internal/compare-strings.js'
import { manyContainers, refuseCycle } from '../../json/contains-itself.js'
import { isJSONObject } from '../../json/json-value.js'
import { goTypeName, goValueText } from '../../runtime/objects/go-value-text.js'
import { compareOperands } from './compare.js'
import type { PathNode, PathNodes, SliceBound } from './nodes.js'

/** The result of a step. With an error, `values` is what Go has found until then: `exists` uses it nevertheless. */
export interface Found {
  readonly values: readonly unknown[]
  readonly error?: string
}

/** Takes the steps of a path, starting from some values. */
export function walk(values: readonly unknown[], nodes: PathNodes, allowMissingKeys: boolean): Found {
  let found: Found = { values }
  for (const node of nodes) {
    found = step(found.values, node, allowMissingKeys)
    if (found.error !== undefined) return found
  }
  return found
}

function step(values: readonly unknown[], node: PathNode, allowMissingKeys: boolean): Found {
  switch (node.type) {
    case 'list':
      return walk(values, node.nodes, allowMissingKeys)
    case 'text':
      return { values: [node.text] }
    case 'literal':
      return { values: values.map(() => node.value) }
    case 'identifier':
      return { values, error: identifierError(node.name) }
    case 'field':
      return field(values, node.name, allowMissingKeys)
    case 'slice':
      return slices(values, node.bounds)
    case 'filter':
      return filtered(values, node, allowMissingKeys)
    case 'union':
      return union(values, node.paths, allowMissingKeys)
    case 'wildcard':
      return { values: values.flatMap(children) }
    case 'recursive':
      return { values: descendants(values) }
  }
}

function identifierError(name: string): string {
  if (name === 'end') return 'not in range, nothing to end'
  return name === 'range' ? 'range is not supported' : `unrecognized identifier ${name}`
}

function field(values: readonly unknown[], name: string, allowMissingKeys: boolean): Found {
  const found = values.filter((value) => isJSONObject(value) && Object.hasOwn(value, name))
  const results = found.map((value) => (value as Record<string, unknown>)[name]).filter((each) => each !== undefined)
  if (results.length > 0 || values.length === 0 || allowMissingKeys) return { values: results }
  return { values: [], error: `${name} is not found` }
}

function slices(values: readonly unknown[], bounds: readonly [SliceBound, SliceBound, SliceBound]): Found {
  const result: unknown[] = []
  for (const value of values) {
    if (value === null) continue
    if (!Array.isArray(value)) return { values, error: `${goTypeName(value)} is not array or slice` }
    const length = BigInt(value.length)
    const [from, to] = rangeOf(length, bounds)
    if (from === to) return { values: result }
    const error = rangeError(from, to, length) ?? stepError(bounds[2])
    if (error !== undefined) return { values, error }
    for (let i = from; i < to; i += bounds[2].value ?? 1n) result.push(value[Number(i)])
  }
  return { values: result }
}

function rangeOf(length: bigint, [first, second]: readonly [SliceBound, SliceBound, SliceBound]): [bigint, bigint] {
  const from = first.value ?? 0n
  const to = second.value ?? length
  const fromEnd = to < 0n || (to === 0n && second.derived)
  return [from < 0n ? from + length : from, fromEnd ? to + length : to]
}

function rangeError(from: bigint, to: bigint, length: bigint): string | undefined {
  const outOfBounds = (index: bigint) => `array index out of bounds: index ${index}, length ${length}`
  if (from >= length || from < 0n) return outOfBounds(from)
  if (to > length || to < 0n) return outOfBounds(to - 1n)
  return from > to ? `starting index ${from} is greater than ending index ${to}` : undefined
}

function stepError({ value }: SliceBound): string | undefined {
  return value !== undefined && value <= 0n ? 'step must be > 0' : undefined
}

function union(values: readonly unknown[], paths: readonly PathNodes[], allowMissingKeys: boolean): Found {
  const result: unknown[] = []
  for (const path of paths) {
    const found = walk(values, path, allowMissingKeys)
    if (found.error !== undefined) return { values, error: found.error }
    appendAll(result, found.values)
  }
  return { values: result }
}

type Filter = PathNode & { readonly type: 'filter' }

function filtered(values: readonly unknown[], node: Filter, allowMissingKeys: boolean): Found {
  const results: unknown[] = []
  for (const value of values) {
    if (!Array.isArray(value)) {
      return { values, error: `${goValueText(value)} is not array or slice and cannot be filtered` }
    }
    for (const item of value) {
      const { pass, error, partial } = passes(item, node, allowMissingKeys)
      if (error !== undefined) return { values: partial ? results : values, error }
      if (pass) results.push(item)
    }
  }
  return { values: results }
}

interface Verdict {
  readonly pass?: boolean
  readonly error?: string
  readonly partial?: boolean
}

function passes(item: unknown, { left, operator, right }: Filter, allowMissingKeys: boolean): Verdict {
  const lefts = walk([item], left, allowMissingKeys)
  if (operator === 'exists') return { pass: lefts.values.length > 0 }
  if (lefts.error !== undefined) return { error: lefts.error }
  if (lefts.values.length === 0) return { pass: false }
  if (lefts.values.length > 1) return { error: 'can only compare one element at a time' }
  const rights = walk([item], right, allowMissingKeys)
  if (rights.error !== undefined) return { error: rights.error }
  if (rights.values.length === 0) return { pass: false }
  if (rights.values.length > 1) return { error: 'can only compare one element at a time' }
  return { ...compareOperands(lefts.values[0], operator, rights.values[0]), partial: true }
}

/** Every value that has something in it, each before what is in it. */
function descendants(values: readonly unknown[]): unknown[] {
  const result: unknown[] = []
  const pending = values.toReversed()
  while (pending.length > 0) {
    if (result.length === manyContainers) refuseCycle(values)
    const next = pending.pop()
    const inside = children(next)
    if (inside.length === 0) continue
    result.push(next)
    for (let i = inside.length - 1; i >= 0; i--) pending.push(inside[i])
  }
  return result
}

/**
 * The children of a value: the values of a map by key (in Go in any order), the items of a list, the bytes of a text.
 */
function children(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'string') return [...new TextEncoder().encode(value)]
  if (!isJSONObject(value)) return []
  const keys = Object.keys(value).sort(compareStrings)
  return keys.map((key) => (value as Record<string, unknown>)[key]).filter((each) => each !== undefined)
}
