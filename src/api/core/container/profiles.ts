import { appendAll } from '../../../internal/append-all.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import { type FieldError, invalid, required, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { trimSpace } from '../../validation/trim-space.js'
import { invalidStruct } from '../internal-form/internal-json.js'
import type { AppArmorProfile, SeccompProfile } from '../v1/types.gen.js'
import { validateLocalDescendingPath } from '../volume/local-paths.js'

const types = ['Localhost', 'RuntimeDefault', 'Unconfined']
/** Longest path on Linux, without the zero at its end. */
const maxProfileLength = 4095

/** Checks a seccomp profile, if there is one. */
export function validateSeccompProfileField(profile: SeccompProfile | null | undefined, path: FieldPath): FieldError[] {
  if (!isSet(profile)) return []
  const type = profile.type ?? ''
  const { localhostProfile } = profile
  const errors: FieldError[] = []
  if (type === '') errors.push(required(path.child('type'), 'type is required when seccompProfile is set'))
  else if (!types.includes(type)) errors.push(notSupportedNamed(path.child('type'), type, types))
  const at = path.child('localhostProfile')
  if (type === 'Localhost') {
    if (!isSet(localhostProfile)) errors.push(required(at, 'must be set when seccomp type is Localhost'))
    else appendAll(errors, validateLocalDescendingPath(localhostProfile, at))
  } else if (isSet(localhostProfile)) {
    const detail = 'can only be set when seccomp type is Localhost'
    errors.push(invalidStruct('SeccompProfile', profile, { path: at, detail }))
  }
  return errors
}

/** Checks an AppArmor profile, if there is one. */
export function validateAppArmorProfileField(
  profile: AppArmorProfile | null | undefined,
  path: FieldPath,
): FieldError[] {
  if (!isSet(profile)) return []
  const type = profile.type ?? ''
  const { localhostProfile } = profile
  const at = path.child('localhostProfile')
  if (type === 'Localhost') return localProfileErrors(localhostProfile, at)
  if (type === '') return [required(path.child('type'), 'type is required when appArmorProfile is set')]
  if (!types.includes(type)) return [notSupportedNamed(path.child('type'), type, types)]
  if (!isSet(localhostProfile)) return []
  return [invalid(at, localhostProfile, 'can only be set when AppArmor type is Localhost')]
}

function localProfileErrors(profile: string | null | undefined, path: FieldPath): FieldError[] {
  const mustBeSet = required(path, 'must be set when AppArmor type is Localhost')
  if (!isSet(profile)) return [mustBeSet]
  const errors: FieldError[] = []
  if (trimSpace(profile) !== profile) errors.push(invalid(path, profile, 'must not be padded with whitespace'))
  else if (profile === '') errors.push(mustBeSet)
  if (utf8Length(profile) > maxProfileLength) errors.push(tooLong(path, maxProfileLength))
  return errors
}
