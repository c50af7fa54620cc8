import type { PathElement } from './path-element.js'

/** Sorted lists of path elements without duplicates, the members of one level of a field set. */
export type SortedElements = readonly PathElement[]

/** Position of an element, or the position to insert it (then `found` is false). */
export function locate<T>(
  sorted: readonly T[],
  element: PathElement,
  elementOf: (item: T) => PathElement,
): { readonly at: number; readonly found: boolean } {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const order = elementOf(sorted[middle] as T).compare(element)
    if (order === 0) return { at: middle, found: true }
    if (order < 0) low = middle + 1
    else high = middle
  }
  return { at: low, found: false }
}

const itself = (element: PathElement): PathElement => element

export function hasElement(sorted: SortedElements, element: PathElement): boolean {
  return locate(sorted, element, itself).found
}

export function insertElement(sorted: PathElement[], element: PathElement): void {
  const { at, found } = locate(sorted, element, itself)
  if (!found) sorted.splice(at, 0, element)
}

/** Actions of {@link zip} for elements of one side only, and for elements of both. */
export interface ZipActions<T, U = T> {
  readonly left?: (item: T) => void
  readonly right?: (item: U) => void
  readonly both?: (left: T, right: U) => void
}

/** Walks two sorted lists at once. */
export function zip<T, U>(
  left: readonly T[],
  right: readonly U[],
  actions: ZipActions<T, U> & { readonly compare: (a: T, b: U) => number },
): void {
  let i = 0
  let j = 0
  while (i < left.length || j < right.length) {
    const a = left[i]
    const b = right[j]
    const order = a === undefined ? 1 : b === undefined ? -1 : actions.compare(a, b)
    if (order < 0) actions.left?.(a as T)
    else if (order > 0) actions.right?.(b as U)
    else actions.both?.(a as T, b as U)
    if (order <= 0) i++
    if (order >= 0) j++
  }
}

const compare = (a: PathElement, b: PathElement): number => a.compare(b)

export function unionOf(left: SortedElements, right: SortedElements): SortedElements {
  if (right.length === 0) return left
  if (left.length === 0) return right
  const result: PathElement[] = []
  const keep = (element: PathElement): void => void result.push(element)
  zip(left, right, { compare, left: keep, right: keep, both: keep })
  return result
}

export function intersectionOf(left: SortedElements, right: SortedElements): SortedElements {
  const result: PathElement[] = []
  if (left.length > 0 && right.length > 0) zip(left, right, { compare, both: (element) => result.push(element) })
  return result
}

export function differenceOf(left: SortedElements, right: SortedElements): SortedElements {
  if (left.length === 0 || right.length === 0) return left
  const result: PathElement[] = []
  zip(left, right, { compare, left: (element) => result.push(element) })
  return result
}
