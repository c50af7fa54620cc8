import { appendAll } from '../../../internal/append-all.js'
import { type FieldError, forbidden, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isValidGroupID, isValidUserID } from '../../../validation/number-rules.js'
import { isSet, scalarsOf, structsOf, textsOf } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import { invalidStruct } from '../internal-form/internal-json.js'
import type { PodCheck } from '../pod/pod-check.js'
import type { PodSecurityContext, PodSpec, SecurityContext } from '../v1/types.gen.js'
import { validateAppArmorProfileField, validateSeccompProfileField } from './profiles.js'
import { validateSysctls } from './sysctls.js'
import { validateWindowsOptions } from './windows-options.js'

/** Checks the security settings of a container of a pod with the specification `spec`. */
export function validateSecurityContext(
  context: SecurityContext,
  path: FieldPath,
  check: PodCheck & { readonly spec: PodSpec },
): void {
  const { errors } = check
  if (context.privileged === true && !check.options.allowPrivileged) {
    errors.push(forbidden(path.child('privileged'), 'disallowed by cluster policy'))
  }
  appendAll(errors, idErrors(context, path))
  if (isSet(context.procMount))
    appendAll(errors, procMountErrors(context.procMount, path.child('procMount'), check.spec))
  appendAll(errors, validateSeccompProfileField(context.seccompProfile, path.child('seccompProfile')))
  if (context.allowPrivilegeEscalation === false) appendAll(errors, escalationErrors(context, path, check))
  appendAll(errors, validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')))
  appendAll(errors, validateAppArmorProfileField(context.appArmorProfile, path.child('appArmorProfile')))
}

function idErrors({ runAsUser, runAsGroup }: SecurityContext | PodSecurityContext, path: FieldPath): FieldError[] {
  const errors = numberErrors(runAsUser, isValidUserID, path.child('runAsUser'))
  appendAll(errors, numberErrors(runAsGroup, isValidGroupID, path.child('runAsGroup')))
  return errors
}

function numberErrors(id: number | null | undefined, rule: (id: number) => string[], path: FieldPath): FieldError[] {
  return isSet(id) ? rule(id).map((problem) => invalid(path, id, problem)) : []
}

const procMounts = ['Default', 'Unmasked']

function procMountErrors(type: string, path: FieldPath, spec: PodSpec): FieldError[] {
  if (!procMounts.includes(type)) return [notSupportedNamed(path, type, procMounts)]
  if (type !== 'Unmasked' || spec.hostUsers === false) return []
  return [invalidNamed(path, type, '`hostUsers` must be false to use `Unmasked`')]
}

function escalationErrors(context: SecurityContext, path: FieldPath, { options }: PodCheck): FieldError[] {
  const refused = (what: string) =>
    invalidStruct('SecurityContext', context, {
      path,
      detail: `cannot set \`allowPrivilegeEscalation\` to false and ${what}`,
    })
  const errors = context.privileged === true ? [refused('`privileged` to true')] : []
  for (const capability of textsOf(context.capabilities?.add)) {
    if (capability !== 'CAP_SYS_ADMIN') continue
    const error = refused('`capabilities.Add` CAP_SYS_ADMIN')
    // Earlier releases refuse it in an old pod, too.
    errors.push(options.allowSysAdminWithoutPrivilegeEscalation ? error.before(37) : error)
  }
  return errors
}

const groupChangePolicies = ['Always', 'OnRootMismatch']
const supplementalGroupsPolicies = ['Merge', 'Strict']

/** Checks the security settings of a pod. */
export function validatePodSecurityContext(spec: PodSpec, specPath: FieldPath, check: PodCheck): void {
  const path = specPath.child('securityContext')
  const { errors } = check
  const context = spec.securityContext ?? {}
  appendAll(errors, numberErrors(context.fsGroup, isValidGroupID, path.child('fsGroup')))
  appendAll(errors, idErrors(context, path))
  for (const [i, group] of scalarsOf(context.supplementalGroups, 0).entries()) {
    appendAll(errors, numberErrors(group, isValidGroupID, path.child('supplementalGroups').index(i)))
  }
  const sharesWithHost = spec.shareProcessNamespace === true && spec.hostPID === true
  const shares = (at: FieldPath) => invalid(at, true, 'ShareProcessNamespace and HostPID cannot both be enabled')
  // Earlier releases had the field in the security context.
  if (sharesWithHost) errors.push(shares(path.child('shareProcessNamespace')).before(37))
  if (structsOf(context.sysctls).length > 0) validateSysctls(spec, path.child('sysctls'), check)
  oneOf(context.fsGroupChangePolicy, groupChangePolicies, { path: path.child('fsGroupChangePolicy'), errors })
  appendAll(errors, validateSeccompProfileField(context.seccompProfile, path.child('seccompProfile')))
  appendAll(errors, validateWindowsOptions(context.windowsOptions, path.child('windowsOptions')))
  appendAll(errors, validateAppArmorProfileField(context.appArmorProfile, path.child('appArmorProfile')))
  const groups = path.child('supplementalGroupsPolicy')
  oneOf(context.supplementalGroupsPolicy, supplementalGroupsPolicies, { path: groups, errors })
  const changes = check.options.allowOnlyRecursiveSELinuxChangePolicy ? ['Recursive'] : ['MountOption', 'Recursive']
  oneOf(context.seLinuxChangePolicy, changes, { path: path.child('seLinuxChangePolicy'), errors })
  if (sharesWithHost) errors.push(shares(specPath.child('shareProcessNamespace')).since(37))
}

function oneOf(
  value: string | null | undefined,
  supported: readonly string[],
  { path, errors }: { readonly path: FieldPath; readonly errors: FieldError[] },
): void {
  if (isSet(value) && !supported.includes(value)) errors.push(notSupportedNamed(path, value, supported))
}
