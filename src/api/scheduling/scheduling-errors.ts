import type { StructDescriptor } from '../../descriptor/types.js'
import type { ObjectMeta } from '../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { FieldError } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../validation/object-name-rules.js'
import { type DeclaredContext, declaredErrors } from '../validation/declared-errors.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../validation/object-meta.js'
import { schedulingGates as gates } from './tags.js'

type SchedulingObject = KubernetesObject & { metadata?: ObjectMeta | undefined }
const metadataPath = /* @__PURE__ */ fieldPath('metadata')
const nameRules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }

/** What the rules of an object in `scheduling.k8s.io` depend on. */
export interface SchedulingContext<T> extends Pick<DeclaredContext<T>, 'featureEnabled' | 'old'> {
  /** Errors of rules that no tag declares. */
  readonly additional?: readonly FieldError[]
}

/** The errors of a namespaced object: those of its metadata, the additional ones, then those of the tags of its type. */
export function schedulingErrors<T extends SchedulingObject>(
  type: StructDescriptor,
  object: T,
  { old, additional = [], featureEnabled }: SchedulingContext<T>,
): readonly FieldError[] {
  const metadataErrors =
    old === undefined
      ? validateObjectMeta(object.metadata, nameRules, metadataPath)
      : validateObjectMetaUpdate(object.metadata, old.metadata, metadataPath)
  const declared = declaredErrors(type, object, { gates, featureEnabled, ...(old !== undefined && { old }) })
  return [...metadataErrors, ...additional, ...declared]
}
