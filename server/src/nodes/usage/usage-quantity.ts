import { parseQuantity, type Quantity } from 'apimachinery/resource'

/** Amounts are integers of 64 bits, as in metrics-server. */
const most = 2 ** 63

/** An amount of a resource as metrics-server writes it: CPU with the precision of nanocores, everything else in whole units of two. */
export function usageQuantity(resource: string, value: number): Quantity {
  if (resource === 'cpu') return parseQuantity(`${wholeText(value * 1e9)}n`)
  return parseQuantity(wholeText(value)).withFormat('BinarySI')
}

/** All digits: numbers would have an exponent. */
function wholeText(value: number): string {
  return String(BigInt(Math.round(Math.min(Math.max(value, -most), most))))
}
