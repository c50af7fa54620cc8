import type { JSONObject } from '../../json/json-value.js'

/**
 * A separate constructor of plain objects: the engine then learns the size of the objects of one struct, and does not
 * enlarge each of them field by field.
 */
export function plainObjectFactory(): new () => JSONObject {
  function PlainObject(): void {}
  PlainObject.prototype = Object.prototype
  // A function becomes a constructor by being called with `new`, which its type does not say.
  return PlainObject as unknown as new () => JSONObject
}
