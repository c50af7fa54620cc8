import type { JSONValue } from '../../json/json-value.js'
import { type FieldError, invalid } from '../../validation/field-error.js'
import type { FieldPath } from '../../validation/field-path.js'

const reserved = ['k8s.io', 'kubernetes.io']

/** A name must not begin with a domain of Kubernetes itself. Source: pkg/apis/core/v1. */
export function reservedDomainErrors({
  path,
  value,
}: {
  readonly path: FieldPath
  readonly value: JSONValue | undefined
}): FieldError[] {
  const name = typeof value === 'string' ? value : ''
  const [domain = ''] = name.toLowerCase().split('/')
  // Without the look back each of many dots would be tried as the first of the last ones.
  const bare = domain.trim().replace(/(?<!\.)\.+$/, '')
  if (!reserved.some((each) => bare === each || bare.endsWith(`.${each}`))) return []
  return [invalid(path, name, `domain names ${reserved.map((each) => `*.${each}`).join(', ')} are reserved`)]
}
