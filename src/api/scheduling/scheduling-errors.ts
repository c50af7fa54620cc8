import type { ObjectMeta } from '../../meta/v1/types.gen.js'
import type { KubernetesObject } from '../../runtime/objects/typed-object.js'
import type { FieldError } from '../../validation/field-error.js'
import { fieldPath } from '../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../validation/object-name-rules.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../validation/object-meta.js'

type SchedulingObject = KubernetesObject & { metadata?: ObjectMeta | undefined }
const metadataPath = /* @__PURE__ */ fieldPath('metadata')
const nameRules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }

/** The errors of a namespaced object that no tag declares: those of its metadata. */
export function schedulingErrors(object: SchedulingObject, old?: SchedulingObject): readonly FieldError[] {
  return old === undefined
    ? validateObjectMeta(object.metadata, nameRules, metadataPath)
    : validateObjectMetaUpdate(object.metadata, old.metadata, metadataPath)
}
