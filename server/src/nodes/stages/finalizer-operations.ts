import type { StageFinalizers } from './stage.js'

/** An operation of a JSON patch. */
export type FinalizerOperation = {
  readonly op: 'add' | 'remove'
  readonly path: string
  readonly value?: string | string[]
}

const list = '/metadata/finalizers'

/** The JSON patch that makes a stage's changes to these finalizers. Source: pkg/utils/lifecycle/finalizers.go of kwok. */
export function finalizerOperations(
  present: readonly string[],
  { add, remove, empty }: StageFinalizers,
): readonly FinalizerOperation[] {
  const removed = present.flatMap((each, index) => (remove.includes(each) ? [index] : [])).reverse()
  const isEmptied = empty || (remove.length > 0 && removed.length === present.length)
  if (isEmptied) {
    const removal: FinalizerOperation[] = present.length > 0 ? [{ op: 'remove', path: list }] : []
    return add.length > 0 ? [...removal, { op: 'add', path: list, value: [...add] }] : removal
  }
  const removals = removed.map((index): FinalizerOperation => ({ op: 'remove', path: `${list}/${index}` }))
  return [...removals, ...additions(present, add)]
}

function additions(present: readonly string[], add: readonly string[]): FinalizerOperation[] {
  if (add.length === 0) return []
  if (present.length === 0) return [{ op: 'add', path: list, value: [...add] }]
  const missing = add.filter((each) => !present.includes(each))
  return missing.map((value) => ({ op: 'add', path: `${list}/-`, value }))
}
