import type { JSONSchemaProps } from '../json-schema-props.js'

/** Reports whether `anyOf` is exactly integer or string: the only place where nested schemas may have types. */
export function isIntOrStringAnyOf(schema: JSONSchemaProps | undefined): boolean {
  const { anyOf } = schema ?? {}
  return anyOf?.length === 2 && isOnlyType(anyOf[0], 'integer') && isOnlyType(anyOf[1], 'string')
}

/** Reports whether the first schema of `allOf` is {@link isIntOrStringAnyOf}. */
export function isIntOrStringAllOf(schema: JSONSchemaProps): boolean {
  return isIntOrStringAnyOf(schema.allOf?.[0])
}

function isOnlyType(schema: JSONSchemaProps | undefined, type: string): boolean {
  if (schema?.type !== type) return false
  return Object.entries(schema).every(([keyword, value]) => keyword === 'type' || value === undefined)
}
