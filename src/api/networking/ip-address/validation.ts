import { deepEqual } from '../../../descriptor/deep-equal.js'
import { isDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isPathSegmentName } from '../../../validation/format-rules.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { isValidIP } from '../../../validation/ip-rules.js'
import { isSet } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateRequiredSegment } from '../ingress/ingress-backend.js'
import { parentReferenceDescriptor } from '../v1/descriptors.gen.js'
import type { IPAddress, ParentReference } from '../v1/types.gen.js'

/** The rule for names of IPAddresses: they are addresses in canonical form. */
export function validateIPAddressName(name: string): string[] {
  return isValidIP(fieldPath('name'), name).map(({ detail }) => detail)
}

/** Checks a new IPAddress. */
export function validateIPAddress({ metadata, spec }: IPAddress): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: validateIPAddressName }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...parentErrors(spec?.parentRef, fieldPath('spec', 'parentRef')),
  ]
}

function parentErrors(parent: ParentReference | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(parent)) return [required(path, '')]
  const { group, resource, name, namespace } = parent
  return [
    ...(group ? isDNS1123Subdomain(group).map((problem) => invalid(path.child('group'), group, problem)) : []),
    ...validateRequiredSegment(resource, path.child('resource')),
    ...validateRequiredSegment(name, path.child('name')),
    ...(namespace
      ? isPathSegmentName(namespace).map((problem) => invalid(path.child('namespace'), namespace, problem))
      : []),
  ]
}

/** Checks a changed IPAddress: it stays with its owner. */
export function validateIPAddressUpdate(address: IPAddress, old: IPAddress): readonly FieldError[] {
  const type = parentReferenceDescriptor
  const [now, before] = [address.spec?.parentRef, old.spec?.parentRef]
  const same = isSet(now) === isSet(before) && deepEqual(type, now ?? {}, before ?? {})
  return [
    ...validateIPAddress(address),
    ...validateObjectMetaUpdate(address.metadata, old.metadata, fieldPath('metadata')),
    ...(same
      ? []
      : [invalidInternal(fieldPath('spec', 'parentRef'), { type, value: now ?? null }, fieldImmutableErrorMsg)]),
  ]
}
