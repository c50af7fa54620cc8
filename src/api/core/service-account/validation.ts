import type { FieldError } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { validateServiceAccountName } from '../../../validation/object-name-rules.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { ServiceAccount } from '../v1/types.gen.js'

const enforceMountableSecrets = 'kubernetes.io/enforce-mountable-secrets'

/** Checks a new ServiceAccount. */
export function validateServiceAccount({ metadata }: ServiceAccount): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: validateServiceAccountName }
  return validateObjectMeta(metadata, rules, fieldPath('metadata'))
}

/** Checks a changed ServiceAccount. */
export function validateServiceAccountUpdate(account: ServiceAccount, old: ServiceAccount): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(account.metadata, old.metadata, fieldPath('metadata')),
    ...validateServiceAccount(account),
  ]
}

/** Warnings about a ServiceAccount; none about what the object as it was had already. */
export function warningsForServiceAccount(account: ServiceAccount, old?: ServiceAccount): readonly string[] {
  const has = (object: ServiceAccount | undefined) =>
    Object.hasOwn(object?.metadata?.annotations ?? {}, enforceMountableSecrets)
  if (has(old) || !has(account)) return []
  return [
    `metadata.annotations[${enforceMountableSecrets}]: deprecated in v1.32+; prefer separate namespaces to isolate access to mounted secrets`,
  ]
}
