import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { inclusiveRangeError } from '../../../validation/messages.js'
import { isSet } from '../../validation/go-values.js'
import type { ISCSIVolumeSource } from '../v1/types.gen.js'

const maxPortalLength = 64

/** Checks an iSCSI volume. */
export function validateISCSI(source: ISCSIVolumeSource, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const iqn = source.iqn ?? ''
  const lun = source.lun ?? 0
  const { initiatorName } = source
  if ((source.targetPortal ?? '') === '') errors.push(required(path.child('targetPortal'), ''))
  if (iqn === '') errors.push(required(path.child('iqn'), ''))
  else errors.push(...nameErrors(iqn, path.child('iqn')))
  if (lun < 0 || lun > 255) errors.push(invalid(path.child('lun'), lun, inclusiveRangeError(0, 255)))
  if ((source.chapAuthDiscovery || source.chapAuthSession) && !isSet(source.secretRef)) {
    errors.push(required(path.child('secretRef'), ''))
  }
  if (isSet(initiatorName)) errors.push(...nameErrors(initiatorName, path.child('initiatorname')))
  return errors
}

/** Finds a name of volume and portal that is too long together with the name of an initiator. */
export function validatePortalLength(volume: string, source: ISCSIVolumeSource, path: FieldPath): FieldError[] {
  const length = utf8Length(`${volume}:${source.targetPortal ?? ''}`)
  if (!isSet(source.initiatorName) || length <= maxPortalLength) return []
  const detail = `Total length of <volume name>:<iscsi.targetPortal> must be under ${maxPortalLength} characters if iscsi.initiatorName is specified.`
  return [invalid(path.child('name'), volume, detail)]
}

function nameErrors(name: string, path: FieldPath): FieldError[] {
  if (!/^(?:iqn|eui|naa)/.test(name)) {
    return [invalid(path, name, 'must be valid format starting with iqn, eui, or naa')]
  }
  return isISCSIName(name) ? [] : [invalid(path, name, 'must be valid format')]
}

/** Reports whether `name`, which begins with its type, is the name of an initiator or target (RFC 3720). */
export function isISCSIName(name: string): boolean {
  if (name.startsWith('eui')) return /^eui[^\n][A-Za-z0-9]{16}$/u.test(name)
  if (name.startsWith('naa')) return /^naa[^\n][A-Za-z0-9]{32}$/u.test(name)
  return isQualifiedISCSIName(name)
}

/** `iqn.<year>-<month>.<domain>:<rest>`, found anywhere as Go does; the rest extends to the end. */
function isQualifiedISCSIName(name: string): boolean {
  let restStart = name.length
  while (restStart > 0 && !/[,;*&$|\t\n\f\r ]/.test(name.charAt(restStart - 1))) restStart--
  for (const match of name.matchAll(/iqn\.\d{4}-\d{2}\.[A-Za-z0-9.-]+:/g)) {
    const end = match.index + match[0].length
    if (end >= restStart && end < name.length) return true
  }
  return false
}
