import { deepEqual } from '../../../descriptor/deep-equal.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, forbidden, invalid, required, tooLong } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { fieldImmutableErrorMsg } from '../../../validation/immutable.js'
import { inclusiveRangeError } from '../../../validation/messages.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validatePersistentVolumeSpec } from '../../core/persistent-volume/persistent-volume-spec.js'
import { validateCSIDriverName } from '../../core/volume/csi-driver-name.js'
import { isSet, textEntriesOf } from '../../validation/go-values.js'
import { invalidInternal } from '../../validation/internal-text.js'
import { validateObjectMeta } from '../../validation/object-meta.js'
import { sizeOfEntries } from '../provisioner.js'
import { volumeAttachmentSpecDescriptor } from '../v1/descriptors.gen.js'
import type {
  VolumeAttachment,
  VolumeAttachmentSource,
  VolumeAttachmentSpec,
  VolumeAttachmentStatus,
  VolumeError,
} from '../v1/types.gen.js'

const maxMetadataSize = 256 * 1024
const maxErrorMessageSize = 1024
const maxInt32 = 2 ** 31 - 1

/** Checks a new VolumeAttachment. */
export function validateVolumeAttachment(attachment: VolumeAttachment): readonly FieldError[] {
  const { attacher } = attachment.spec ?? {}
  return [
    ...attachmentErrors(attachment),
    // Earlier releases check the attacher again here.
    ...validateCSIDriverName(attacher, fieldPath('spec.attacher')).map((error) => error.before(36)),
    ...volumeNameErrors(attachment),
  ]
}

function volumeNameErrors({ spec }: VolumeAttachment): FieldError[] {
  const { persistentVolumeName: name } = spec?.source ?? {}
  return isSet(name) ? subdomainErrors(name, fieldPath('spec.source.persistentVolumeName')) : []
}

function attachmentErrors(attachment: VolumeAttachment): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  const spec: Partial<VolumeAttachmentSpec> = attachment.spec ?? {}
  return [
    ...validateObjectMeta(attachment.metadata, rules, fieldPath('metadata')),
    ...validateSpec(spec, fieldPath('spec')),
    ...validateStatus(attachment.status, fieldPath('status')),
  ]
}

function subdomainErrors(name: string, path: FieldPath): FieldError[] {
  return nameIsDNSSubdomain(name, false).map((problem) => invalid(path, name, problem))
}

function validateSpec(spec: Partial<VolumeAttachmentSpec>, path: FieldPath): FieldError[] {
  return [
    ...attacherErrors(spec.attacher ?? '', path.child('attacher')),
    ...validateSource(spec.source ?? {}, path.child('source')),
    ...subdomainErrors(spec.nodeName ?? '', path.child('nodeName')),
  ]
}

function validateSource(source: VolumeAttachmentSource, path: FieldPath): FieldError[] {
  const { inlineVolumeSpec, persistentVolumeName } = source
  const detail = 'must specify exactly one of inlineVolumeSpec and persistentVolumeName'
  if (!isSet(inlineVolumeSpec) && !isSet(persistentVolumeName)) return [required(path, detail)]
  if (isSet(inlineVolumeSpec) && isSet(persistentVolumeName)) return [forbidden(path, detail)]
  if (isSet(persistentVolumeName)) {
    if (persistentVolumeName !== '') return []
    return [required(path.child('persistentVolumeName'), 'must specify non empty persistentVolumeName')]
  }
  const options = { volumeName: '', inline: true, allowInvalidLabelValue: false, attributesClass: false }
  return validatePersistentVolumeSpec(inlineVolumeSpec ?? {}, options, path.child('inlineVolumeSpec'))
}

function validateStatus(status: VolumeAttachmentStatus | null | undefined, path: FieldPath): FieldError[] {
  const size = sizeOfEntries(textEntriesOf(status?.attachmentMetadata))
  return [
    ...(size > maxMetadataSize ? [tooLong(path.child('attachmentMetadata'), maxMetadataSize)] : []),
    ...volumeErrorErrors(status?.attachError, path.child('attachError')),
    ...volumeErrorErrors(status?.detachError, path.child('detachError')),
  ]
}

function volumeErrorErrors(error: VolumeError | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(error)) return []
  const { message, errorCode } = error
  const errors: FieldError[] = []
  if (utf8Length(message ?? '') > maxErrorMessageSize) {
    const at = path.child('message')
    // Earlier releases name the limit of the metadata here.
    errors.push(tooLong(at, maxErrorMessageSize).since(37, tooLong(at, maxMetadataSize)))
  }
  if (isSet(errorCode) && errorCode < 0) {
    errors.push(invalid(path.child('errorCode'), errorCode, inclusiveRangeError(0, maxInt32)))
  }
  return errors
}

/** Checks a changed VolumeAttachment: its spec stays the same. */
export function validateVolumeAttachmentUpdate(
  attachment: VolumeAttachment,
  old: VolumeAttachment,
): readonly FieldError[] {
  const type = volumeAttachmentSpecDescriptor
  // Earlier releases check the name of the volume of new attachments alone.
  const names = volumeNameErrors(attachment).map((error) => error.since(36))
  const errors = [...attachmentErrors(attachment), ...names]
  if (deepEqual(type, attachment.spec ?? {}, old.spec ?? {})) return errors
  const changed = invalidInternal(fieldPath('spec'), { type, value: attachment.spec ?? {} }, fieldImmutableErrorMsg)
  return [...errors, changed.withOrigin('immutable').markCoveredByDeclarative()]
}

/** Where an attacher is first checked, earlier releases only miss it. */
function attacherErrors(attacher: string, path: FieldPath): FieldError[] {
  return validateCSIDriverName(attacher, path).map((error) =>
    attacher === '' ? error.since(36, required(path, '')) : error.since(36),
  )
}
