import { type FieldError, tooMany } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import { validateCSIDriverName } from '../../core/volume/csi-driver-name.js'
import { validateStatusConditions } from '../../validation/conditions.js'
import { validateDNS1123Label } from '../../validation/field-rules.js'
import { isSet, structsOf } from '../../validation/go-values.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { validateDeviceTaint } from '../device/taints.js'
import { validatePoolName } from '../names.js'
import type { DeviceTaint, DeviceTaintRule, DeviceTaintSelector } from '../v1/types.gen.js'

const maxConditions = 8

/** Checks a new DeviceTaintRule. */
export function validateDeviceTaintRule(rule: DeviceTaintRule): readonly FieldError[] {
  const rules = { requiresNamespace: false, validateName: nameIsDNSSubdomain }
  return [...validateObjectMeta(rule.metadata, rules, fieldPath('metadata')), ...specErrors(rule, undefined)]
}

/** Checks a changed DeviceTaintRule. */
export function validateDeviceTaintRuleUpdate(rule: DeviceTaintRule, old: DeviceTaintRule): readonly FieldError[] {
  return [...validateObjectMetaUpdate(rule.metadata, old.metadata, fieldPath('metadata')), ...specErrors(rule, old)]
}

/** Checks a DeviceTaintRule whose status has changed. */
export function validateDeviceTaintRuleStatusUpdate(
  rule: DeviceTaintRule,
  old: DeviceTaintRule,
): readonly FieldError[] {
  const conditions = structsOf(rule.status?.conditions)
  const errors = [
    ...validateObjectMetaUpdate(rule.metadata, old.metadata, fieldPath('metadata')),
    ...validateStatusConditions(conditions),
  ]
  if (conditions.length <= maxConditions) return errors
  return [...errors, tooMany(fieldPath('status', 'conditions'), conditions.length, maxConditions)]
}

function specErrors({ spec }: DeviceTaintRule, old: DeviceTaintRule | undefined): FieldError[] {
  const path = fieldPath('spec')
  const empty = {} as DeviceTaint
  const before = old === undefined ? undefined : (old.spec?.taint ?? empty)
  return [
    ...selectorErrors(spec?.deviceSelector, path.child('deviceSelector')),
    ...validateDeviceTaint(spec?.taint ?? empty, before, path.child('taint')),
  ]
}

function selectorErrors(selector: DeviceTaintSelector | null | undefined, path: FieldPath): FieldError[] {
  const { driver, pool, device } = selector ?? {}
  return [
    ...(isSet(driver) ? validateCSIDriverName(driver, path.child('driver')) : []),
    ...(isSet(pool) ? validatePoolName(pool, path.child('pool')) : []),
    ...(isSet(device) ? validateDNS1123Label(device, path.child('device')) : []),
  ]
}
