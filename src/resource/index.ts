export type { Decimal } from './decimal.js'
export { formatDecimal } from './decimal.js'
export { maxQuantityDigits } from './is-quantity-text.js'
export {
  newDecimalQuantity,
  newMilliQuantity,
  newQuantity,
  newScaledQuantity,
  parseQuantity,
  Quantity,
} from './quantity.js'
export { QuantityError, type QuantityErrorReason } from './quantity-error.js'
export { type QuantityFormat, Scale } from './quantity-format.js'
export { canonicalQuantity, quantityEquals, quantityFromJSON } from './quantity-json.js'
