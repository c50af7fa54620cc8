import { isMachineryError, messageOf } from 'apimachinery/errors'
import type { JSONValue } from 'apimachinery/json'
import { PartialObjectMetadata } from 'apimachinery/meta/v1'
import { fromUnstructured } from 'apimachinery/runtime'
import { parseGroupVersion } from 'apimachinery/schema'

/** What kubectl's validation says of `apiVersion` and `kind` of a document; undefined when both can be used. */
export function kindProblem(value: JSONValue): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'invalid object to validate'
  const { apiVersion, kind } = value
  const problems = [apiVersionProblem(apiVersion), textProblem('kind', kind)].filter((each) => each !== undefined)
  return problems.length > 1 ? `[${problems.join(', ')}]` : problems[0]
}

function apiVersionProblem(value: JSONValue | undefined): string | undefined {
  const problem = textProblem('apiVersion', value)
  if (problem !== undefined) return problem
  try {
    parseGroupVersion(value as string)
    return undefined
  } catch (error) {
    return messageOf(error)
  }
}

function textProblem(field: string, value: JSONValue | undefined): string | undefined {
  if (value === undefined || value === null) return `${field} not set`
  return typeof value === 'string' ? undefined : `${field} isn't string type`
}

/** What kubectl says of metadata with values of wrong types; undefined when it can be read. */
export function metadataProblem({ metadata }: { readonly metadata?: unknown }): string | undefined {
  try {
    fromUnstructured(
      { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata } as never,
      PartialObjectMetadata,
    )
    return undefined
  } catch (error) {
    if (!isMachineryError(error)) throw error
    return error.message.replace('PartialObjectMetadata.metadata', 'metadataOnlyObject.metadata')
  }
}
