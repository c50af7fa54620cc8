import type { JSONObject } from '../../../json/json-value.js'

/**
 * A constructor of plain objects of its own: the engine then learns how much room the objects of one struct need, and
 * does not have to enlarge each of them field by field.
 */
export function plainObjectFactory(): new () => JSONObject {
  function PlainObject(): void {}
  PlainObject.prototype = Object.prototype
  return PlainObject as unknown as new () => JSONObject
}
