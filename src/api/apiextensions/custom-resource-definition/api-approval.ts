import { quote } from '../../../internal/quote.js'
import { isRequestURI } from '../../../openapi/validate/request-uri.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import type { CustomResourceDefinition } from '../v1/types.gen.js'

const annotation = 'api-approved.kubernetes.io'
const more = 'see https://github.com/kubernetes/enhancements/pull/1111'

type Approval = 'approved' | 'bypassed' | 'missing' | 'invalid'

/** Checks that a definition in a group of the Kubernetes community names its approval; unchanged states pass. */
export function approvalErrors(
  definition: CustomResourceDefinition,
  old: CustomResourceDefinition | undefined,
): FieldError[] {
  if (!/(?:^|[.])(?:k8s|kubernetes)[.]io$/.test(definition.spec?.group ?? '')) return []
  const value = approvalAnnotation(definition)
  const state = approvalOf(value)
  if (old !== undefined && approvalOf(approvalAnnotation(old)) === state) return []
  const path = fieldPath('metadata', 'annotations').key(annotation)
  const must = `protected groups must have approval annotation ${quote(annotation)}`
  if (state === 'missing') return [required(path, `${must}, ${more}`)]
  if (state !== 'invalid') return []
  return [invalid(path, value, `${must} with either a URL or a reason starting with "unapproved", ${more}`)]
}

function approvalAnnotation({ metadata }: CustomResourceDefinition): string {
  return metadata?.annotations?.[annotation] ?? ''
}

function approvalOf(value: string): Approval {
  if (value === '') return 'missing'
  if (value.startsWith('unapproved')) return 'bypassed'
  return isRequestURI(value) && /^[a-zA-Z][a-zA-Z0-9+.-]*:\/\/[^/?#]/.test(value) ? 'approved' : 'invalid'
}
