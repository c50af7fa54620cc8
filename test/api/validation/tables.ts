import { expect, test } from 'vitest'
import type { Judged, Written } from './judged.js'

/** Path of a member and its value; undefined takes it away. */
export type Changes = Readonly<Record<string, unknown>>

/** What is changed in a valid object, and what is wrong then. */
export type Row = readonly [what: string, changes: Changes, ...lines: string[]]

/** The object with members changed: `{'spec/ports/0/name': 'x'}`. */
export function changed(object: Written, changes: Changes): Written {
  const copy = structuredClone(object) as Record<string, unknown>
  for (const [path, value] of Object.entries(changes)) {
    const names = path.split('/')
    const last = names.pop() ?? ''
    let at: Record<string, unknown> = copy
    for (const name of names) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    if (value === undefined) delete at[last]
    else at[last] = value
  }
  return copy as Written
}

/** Proves what is wrong with new objects, each a valid one with a change. */
export function creations(judged: Judged, valid: Written, rows: readonly Row[]): void {
  test('a valid object is taken', async () => expect(await judged.create(valid)).toEqual([]))
  for (const [what, changes, ...lines] of rows) {
    test(what, async () => expect(await judged.create(changed(valid, changes))).toEqual(lines))
  }
}

/** Proves what is wrong with changes of a valid object. */
export function updates(judged: Judged, valid: Written, rows: readonly Row[]): void {
  for (const [what, changes, ...lines] of rows) {
    test(`${judged.target}: ${what}`, async () => {
      expect(await judged.update(valid, changed(valid, changes))).toEqual(lines)
    })
  }
}
