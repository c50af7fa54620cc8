import { isJSONObject, type JSONObject, type JSONValue } from '../../../src/json/json-value.js'

/**
 * Converts a definition from `apiextensions.k8s.io/v1beta1` to `v1`, with the defaults and conversions of the API server:
 * common fields are copied to each version.
 */
export function fromV1beta1(document: JSONObject): JSONObject {
  const spec = isJSONObject(document.spec) ? document.spec : {}
  const { version, versions, validation, subresources, additionalPrinterColumns, conversion, ...rest } = spec
  const given = Array.isArray(versions) && versions.length > 0 ? versions : undefined
  const named: JSONValue[] =
    given ?? (typeof version === 'string' && version !== '' ? [{ name: version, served: true, storage: true }] : [])
  const common = { schema: validation, subresources, additionalPrinterColumns }
  return {
    ...document,
    apiVersion: 'apiextensions.k8s.io/v1',
    spec: {
      ...rest,
      scope: rest.scope ?? 'Namespaced',
      preserveUnknownFields: rest.preserveUnknownFields ?? true,
      ...(isJSONObject(conversion) ? { conversion: conversionOf(conversion) } : {}),
      versions: named.map((each) => (isJSONObject(each) ? versionOf(each, common) : each)),
    },
  }
}

function versionOf(version: JSONObject, common: { readonly [key: string]: JSONValue | undefined }): JSONObject {
  const result: JSONObject = { ...version }
  for (const [key, value] of Object.entries(common)) {
    if (result[key] === undefined && value !== undefined) result[key] = value
  }
  const columns = result.additionalPrinterColumns
  if (Array.isArray(columns)) result.additionalPrinterColumns = columns.map(columnOf)
  return result
}

function columnOf(column: JSONValue): JSONValue {
  if (!isJSONObject(column) || column.JSONPath === undefined) return column
  const { JSONPath: jsonPath, ...rest } = column
  return { ...rest, jsonPath }
}

function conversionOf({ webhookClientConfig, conversionReviewVersions, ...rest }: JSONObject): JSONObject {
  if (webhookClientConfig === undefined) return rest
  return {
    ...rest,
    webhook: { clientConfig: webhookClientConfig, conversionReviewVersions: conversionReviewVersions ?? ['v1beta1'] },
  }
}
