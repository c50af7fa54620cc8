import { MachineryError } from 'apimachinery/errors'
import { JSONPath } from 'apimachinery/meta'
import type { Table } from 'apimachinery/meta/v1'
import { Quantity } from 'apimachinery/resource'
import { relaxedJSONPath } from './relaxed-json-path.js'

/** Sorts objects by a field of theirs, as {@link sortTable} does. */
export function sortObjects(objects: { readonly object: object }[], path: string): void {
  objects.splice(0, objects.length, ...sorted(objects, path))
}

/** Sorts the rows of a table by a field of their objects: numbers, quantities, then text; rows without the field come first. */
export function sortTable(table: Table, path: string): void {
  table.rows = sorted(table.rows, path)
}

function sorted<T extends { readonly object?: unknown }>(items: readonly T[], path: string): T[] {
  const field = JSONPath.parse(relaxedJSONPath(path), { allowMissingKeys: true })
  const keyed = items.map((item) => ({ item, value: field.findResults(item.object ?? {}).flat()[0] }))
  if (keyed.length > 0 && keyed.every(({ value }) => value === undefined)) {
    throw new MachineryError(
      'InvalidRequest',
      `couldn't find any field with path "${relaxedJSONPath(path)}" in the list of objects`,
    )
  }
  keyed.sort((a, b) => compare(a.value, b.value))
  return keyed.map(({ item }) => item)
}

function compare(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [x, y] = [quantityOf(a), quantityOf(b)]
  if (x !== undefined && y !== undefined) return x.cmp(y)
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0
}

function quantityOf(value: unknown): Quantity | undefined {
  if (typeof value !== 'string' || !/^[+-]?[\d.]/.test(value)) return undefined
  try {
    return Quantity.parse(value)
  } catch {
    return undefined
  }
}
