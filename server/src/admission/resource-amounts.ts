import type { ResourceList } from 'apimachinery/api/core/v1'
import { Quantity } from 'apimachinery/resource'

/** Amounts by the names of resources. */
export type ResourceAmounts = ReadonlyMap<string, Quantity>

/** The zero that sums start with. */
export const zeroQuantity: Quantity = /* @__PURE__ */ Quantity.parse('0')
export const oneQuantity: Quantity = /* @__PURE__ */ Quantity.parse('1')

/** The amounts of a resource list. @throws QuantityError for an invalid quantity. */
export function amountsOf(list: ResourceList | null | undefined): Map<string, Quantity> {
  return new Map(Object.entries(list ?? {}).map(([name, text]) => [name, Quantity.parse(String(text ?? '0'))]))
}

/** The resource list, ordered by name. */
export function toResourceList(amounts: ResourceAmounts): ResourceList {
  const entries = [...amounts].map(([name, amount]): [string, string] => [name, amount.toString()])
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The sum of two; what is in one only stays. */
export function addAmounts(a: ResourceAmounts, b: ResourceAmounts): Map<string, Quantity> {
  const sum = new Map(a)
  for (const [name, amount] of b) sum.set(name, sum.get(name)?.add(amount) ?? amount)
  return sum
}

/** `a` without `b`, never below zero; names of both. */
export function subtractToZero(a: ResourceAmounts, b: ResourceAmounts): Map<string, Quantity> {
  const left = new Map<string, Quantity>()
  for (const [name, amount] of a) {
    const rest = amount.sub(b.get(name) ?? zeroQuantity)
    left.set(name, rest.sign() > 0 ? rest : zeroQuantity)
  }
  for (const name of b.keys()) if (!left.has(name)) left.set(name, zeroQuantity)
  return left
}

/** Only the amounts of some resources. */
export function maskAmounts(amounts: ResourceAmounts, names: Iterable<string>): Map<string, Quantity> {
  const kept = new Set(names)
  return new Map([...amounts].filter(([name]) => kept.has(name)))
}

/** Reports whether two hold the same amounts, however they are written. */
export function equalAmounts(a: ResourceAmounts, b: ResourceAmounts): boolean {
  return a.size === b.size && [...a].every(([name, amount]) => b.get(name)?.cmp(amount) === 0)
}

/** `cpu=1,memory=2Gi`, ordered by name. */
export function printAmounts(amounts: ResourceAmounts): string {
  return [...amounts]
    .map(([name, amount]) => `${name}=${amount.toString()}`)
    .sort()
    .join(',')
}
