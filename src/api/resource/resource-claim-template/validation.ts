import { isZero } from '../../../descriptor/zero-value.js'
import type { JSONObject, JSONValue } from '../../../json/json-value.js'
import { objectMetaDescriptor } from '../../../meta/v1/descriptors.gen.js'
import type { ObjectMeta } from '../../../meta/v1/types.gen.js'
import { validateAnnotations } from '../../../validation/annotations.js'
import { type FieldError, forbidden } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { validateLabels } from '../../../validation/labels.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { isSet } from '../../validation/go-values.js'
import { internalText, invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { equalWithRawTexts } from '../../validation/raw-texts.js'
import { validateDeviceClaim } from '../device/device-claim.js'
import { resourceClaimTemplateSpecDescriptor } from '../v1/descriptors.gen.js'
import type { ResourceClaimTemplate } from '../v1/types.gen.js'

/** Checks a new ResourceClaimTemplate. */
export function validateResourceClaimTemplate(template: ResourceClaimTemplate): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(template.metadata, rules, fieldPath('metadata')),
    ...templateMetadataErrors(template.spec?.metadata, fieldPath('spec', 'metadata')),
    ...validateDeviceClaim(template.spec?.spec?.devices, fieldPath('spec', 'spec', 'devices')),
  ]
}

/** Of the metadata of what is made from a template only labels and annotations may be given. */
function templateMetadataErrors(metadata: ObjectMeta | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(metadata)) return []
  const given = objectMetaDescriptor.properties.filter(({ name, type, pointer }) => {
    const value = metadata[name as keyof ObjectMeta]
    // An empty list is given, too.
    const isHeldByReference = pointer || type.kind === 'list' || type.kind === 'map'
    return name !== 'labels' && name !== 'annotations' && (isHeldByReference ? isSet(value) : !isZero(type, value))
  })
  return [
    ...validateAnnotations(metadata.annotations, path.child('annotations')),
    ...validateLabels(metadata.labels, path.child('labels')),
    // The path is that of Go's message, which names the field so.
    ...given.map(({ name }) => forbidden(path.child(name === 'uid' ? 'uID' : name), 'cannot be set')),
  ]
}

/** Checks a changed ResourceClaimTemplate: its spec stays the same. */
export function validateResourceClaimTemplateUpdate(
  template: ResourceClaimTemplate,
  old: ResourceClaimTemplate,
): readonly FieldError[] {
  const type = resourceClaimTemplateSpecDescriptor
  const [spec, before] = [template.spec ?? {}, old.spec ?? {}]
  const errors = [
    ...validateResourceClaimTemplate(template),
    ...validateObjectMetaUpdate(template.metadata, old.metadata, fieldPath('metadata')),
  ]
  if (equalWithRawTexts(type, spec, before)) return errors
  const error = invalidInternal(fieldPath('spec'), { type, value: spec }, fieldImmutableErrorMsg)
  const shown = (newer: boolean) => internalText(type, spec, { rewrite: withEmbeddedMetadata, newer })
  return [...errors, error.with({ valueText: shown(true) }).since(37, error.with({ valueText: shown(false) }))]
}

/** The metadata is embedded in Go's internal struct, so its members are beside those of the spec. */
function withEmbeddedMetadata(json: JSONValue): JSONValue {
  const { Metadata, ...others } = json as JSONObject
  return { ...(Metadata as JSONObject), ...others }
}
