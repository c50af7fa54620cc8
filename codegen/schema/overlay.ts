import { isJSONObject, type JSONObject, type JSONValue, setOwn } from '../../src/json/json-value.js'

/**
 * The overlay that changes `written` to `wanted`: keywords that differ, and `null` for keywords to remove. `properties` is
 * compared property by property. `undefined` if the two are equal.
 */
export function overlayOf(written: JSONObject, wanted: JSONObject): JSONObject | undefined {
  const overlay: JSONObject = {}
  let isEmpty = true
  const put = (key: string, value: JSONValue) => {
    setOwn(overlay, key, value)
    isEmpty = false
  }
  for (const [key, value] of Object.entries(wanted)) {
    const other = Object.hasOwn(written, key) ? written[key] : undefined
    if (other === undefined) put(key, value)
    else if (key === 'properties' && isJSONObject(other) && isJSONObject(value)) {
      const inner = overlayOfProperties(other, value)
      if (inner !== undefined) put(key, inner)
    } else if (!sameJSON(other, value)) put(key, value)
  }
  for (const key of Object.keys(written)) {
    if (!Object.hasOwn(wanted, key)) put(key, null)
  }
  return isEmpty ? undefined : overlay
}

function overlayOfProperties(written: JSONObject, wanted: JSONObject): JSONObject | undefined {
  const overlay: JSONObject = {}
  for (const [name, value] of Object.entries(wanted)) {
    const other = Object.hasOwn(written, name) ? written[name] : undefined
    const inner = isJSONObject(other) && isJSONObject(value) ? overlayOf(other, value) : value
    if (inner !== undefined && !sameJSON(other, value)) setOwn(overlay, name, inner)
  }
  for (const name of Object.keys(written)) if (!Object.hasOwn(wanted, name)) setOwn(overlay, name, null)
  return Object.keys(overlay).length > 0 ? overlay : undefined
}

/** Lays what {@link overlayOf} found over a schema, in place. */
export function applyOverlay(schema: JSONObject, overlay: JSONObject | undefined): JSONObject {
  if (overlay === undefined) return schema
  for (const [key, value] of Object.entries(overlay)) {
    const existing = Object.hasOwn(schema, key) ? schema[key] : undefined
    if (value === null) delete schema[key]
    else if (key === 'properties' && isJSONObject(existing) && isJSONObject(value)) applyToProperties(existing, value)
    else setOwn(schema, key, value)
  }
  return schema
}

function applyToProperties(properties: JSONObject, overlay: JSONObject): void {
  for (const [name, value] of Object.entries(overlay)) {
    const existing = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (value === null) delete properties[name]
    else if (isJSONObject(existing) && isJSONObject(value)) applyOverlay(existing, value)
    else setOwn(properties, name, value)
  }
}

/** Compares two JSON values; the order of keys does not count, the order of lists does. */
function sameJSON(left: JSONValue | undefined, right: JSONValue | undefined): boolean {
  if (left === right) return true
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) && left.length === right.length && left.every((each, index) => sameJSON(each, right[index]))
    )
  }
  if (!isJSONObject(left) || !isJSONObject(right)) return false
  const keys = Object.keys(left)
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && sameJSON(left[key], right[key]))
  )
}
