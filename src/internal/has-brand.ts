/** Gives an object, and those that inherit from it, an invisible brand. */
export function addBrand(object: object, brand: symbol): void {
  Object.defineProperty(object, brand, { value: true })
}

/** Reports whether a value is an object with a brand: an instance of a class of any loaded copy of this package. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return typeof value === 'object' && value !== null && brand in value
}
