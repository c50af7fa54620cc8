import { type TagTable, withTags } from '../../../declarative/with-tags.js'
import { type FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { declaredErrors } from '../../validation/declared-errors.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { evictionRequestDescriptor } from '../v1alpha1/descriptors.gen.js'
import type { EvictionRequest } from '../v1alpha1/types.gen.js'

/** Without tags of level alpha. Source: k8s.io/api/lifecycle/v1alpha1/types.go. */
const tags: TagTable = {
  EvictionRequest: {},
  EvictionRequestSpec: {
    target: ['immutable'],
    requester: ['format=k8s-prefixed-label-key', 'immutable', 'required'],
    intent: ['required'],
  },
  EvictionRequestTarget: { pod: ['optional'] },
  EvictionRequestPodReference: { name: ['format=k8s-long-name', 'required'], uid: ['format=k8s-uuid', 'required'] },
  EvictionRequestStatus: {
    conditions: ['maxItems=100', 'optional'],
    observedGeneration: ['minimum=1', 'monotonic', 'optional', 'update=NoUnset'],
  },
}
const tagged = /* @__PURE__ */ withTags(evictionRequestDescriptor, tags)
const metadataPath = /* @__PURE__ */ fieldPath('metadata')
const reservedDomains = ['k8s.io', 'kubernetes.io']

/** No tag names a feature gate. */
const featureEnabled = () => false

/** Checks a new EvictionRequest. */
export function validateEvictionRequest(request: EvictionRequest): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(request.metadata, rules, metadataPath),
    ...withRequesterErrors(request, declaredErrors(tagged, request, { featureEnabled })),
  ]
}

/** Checks a changed EvictionRequest: only what is intended may change. */
export function validateEvictionRequestUpdate(request: EvictionRequest, old: EvictionRequest): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(request.metadata, old.metadata, metadataPath),
    ...declaredErrors(tagged, request, { old, featureEnabled }),
  ]
}

/** Checks an EvictionRequest whose status has changed. */
export function validateEvictionRequestStatusUpdate(
  request: EvictionRequest,
  old: EvictionRequest,
): readonly FieldError[] {
  return [
    ...validateObjectMetaUpdate(request.metadata, old.metadata, metadataPath),
    ...validateStatusConditions(request.status?.conditions),
    ...declaredErrors(tagged, request, { old, featureEnabled }),
  ]
}

/** Adds what upstream's hand-written part finds in the requester, before what follows the requester. */
function withRequesterErrors({ spec }: EvictionRequest, errors: readonly FieldError[]): FieldError[] {
  const requester = spec?.requester ?? ''
  const [domain = ''] = requester.toLowerCase().split('/')
  // Without the look back each of many dots would be tried as the first of the last ones.
  const bare = domain.trim().replace(/(?<!\.)\.+$/, '')
  if (!reservedDomains.some((each) => bare === each || bare.endsWith(`.${each}`))) return [...errors]
  const names = reservedDomains.map((each) => `*.${each}`).join(', ')
  const error = invalid(fieldPath('spec', 'requester'), requester, `domain names ${names} are reserved`)
  const next = errors.findIndex(({ field }) => field === 'spec.requester' || field === 'spec.intent')
  const at = next === -1 ? errors.length : next
  return errors.toSpliced(at, 0, error)
}
