import { newInvalid } from 'apimachinery/errors'
import type { KindClass, KubernetesObject } from 'apimachinery/runtime'
import type { FieldError } from 'apimachinery/validation'
import { orBadRequest } from './or-bad-request.js'
import type { ResourceScope } from './resource-scope.js'

/** Options of a request from its query. @throws StatusError 400 */
export function decodeParameters<T extends KubernetesObject>(
  { metaParameterCodec, metaVersion }: Pick<ResourceScope, 'metaParameterCodec' | 'metaVersion'>,
  query: URLSearchParams,
  type: KindClass<T>,
): T {
  if (query.size === 0) return new type()
  return orBadRequest(() => withNumbers(metaParameterCodec.decodeParameters(query, metaVersion, type)))
}

/** Numbers of seconds and of objects: beyond what is exact, the nearest is as good. */
function withNumbers<T extends object>(options: T): T {
  const fields = options as Record<string, unknown>
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'bigint') fields[name] = Number(value)
  return options
}

/** Ends a request whose options are wrong. @throws StatusError 422 */
export function refuseInvalidOptions(kind: string, errors: readonly FieldError[]): void {
  if (errors.length > 0) throw newInvalid({ group: 'meta.k8s.io', kind }, '', errors)
}
