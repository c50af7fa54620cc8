import { Quantity } from 'apimachinery/resource'

/** Amounts by name of resource: thousandths of a CPU, whole numbers of everything else. */
export type AmountList = Map<string, number>

const plain = /^(\d{1,12})(m|k|Ki|M|Mi|G|Gi|T|Ti)?$/
const factors: Readonly<Record<string, number>> = {
  k: 1e3,
  Ki: 1024,
  M: 1e6,
  Mi: 1024 ** 2,
  G: 1e9,
  Gi: 1024 ** 3,
  T: 1e12,
  Ti: 1024 ** 4,
}

/** The number of units of a resource that a quantity stands for, rounded up. */
export function unitsOf(resource: string, quantity: string): number {
  const thousandths = resource === 'cpu'
  const match = plain.exec(quantity)
  if (match === null) return exactUnits(quantity, thousandths)
  const number = Number(match[1])
  const suffix = match[2]
  if (suffix === 'm') return thousandths ? number : Math.ceil(number / 1000)
  const value = suffix === undefined ? number : number * factors[suffix]!
  return thousandths ? value * 1000 : value
}

function exactUnits(text: string, thousandths: boolean): number {
  const quantity = Quantity.parse(text)
  return Number(thousandths ? quantity.milliValue() : quantity.value())
}

/** The amounts of a list of quantities. */
export function amountsOf(list: Readonly<Record<string, string>> | undefined): AmountList {
  const amounts: AmountList = new Map()
  for (const name in list) amounts.set(name, unitsOf(name, list[name]!))
  return amounts
}

/** Adds amounts to a list, which is changed. */
export function addAmounts(list: AmountList, more: AmountList): void {
  for (const [name, amount] of more) list.set(name, (list.get(name) ?? 0) + amount)
}

/** Raises the amounts of a list, which is changed, to those of another where they are larger. */
export function raiseAmounts(list: AmountList, other: AmountList): void {
  for (const [name, amount] of other) {
    const known = list.get(name)
    if (known === undefined || known < amount) list.set(name, amount)
  }
}
