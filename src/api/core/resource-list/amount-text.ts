import { canonicalQuantity } from '../../../resource/quantity-json.js'

/** An amount; one that is not there is the quantity 0 in Go. */
export function amountText(amount: string | number | null | undefined): string {
  return canonicalQuantity(amount ?? '0')
}
