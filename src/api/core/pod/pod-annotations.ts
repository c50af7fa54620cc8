import { messageOf } from '../../../errors/message-of.js'
import { appendAll } from '../../../internal/append-all.js'
import { quote } from '../../../internal/quote.js'
import { type FieldError, forbidden, invalid } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { isSet, memberOf, structsOf, textEntriesOf } from '../../validation/go-values.js'
import { allContainers } from '../container/all-containers.js'
import { validateTolerations } from '../scheduling/tolerations.js'
import type { AppArmorProfile, PodSpec, SeccompProfile, Toleration } from '../v1/types.gen.js'
import { validateLocalDescendingPath } from '../volume/local-paths.js'
import {
  appArmorAnnotationPrefix,
  mirrorPodAnnotation,
  podDeletionCostAnnotation,
  seccompContainerAnnotationPrefix,
  seccompPodAnnotation,
  tolerationsAnnotation,
} from './pod-annotation-keys.js'
import type { PodValidationOptions } from './pod-options.js'

type Annotations = Readonly<Record<string, string>> | null | undefined

/** Checks the annotations of a pod or pod template that concern its specification. */
export function validatePodAnnotations(
  annotations: Annotations,
  path: FieldPath,
  { spec, options }: { readonly spec: PodSpec; readonly options: PodValidationOptions },
): FieldError[] {
  if (!isSet(annotations)) return []
  const errors: FieldError[] = []
  const mirror = memberOf(annotations, mirrorPodAnnotation)
  if (mirror !== undefined && (spec.nodeName ?? '') === '') {
    const detail = 'must set spec.nodeName if mirror pod annotation is set'
    errors.push(invalid(path.key(mirrorPodAnnotation), mirror, detail))
  }
  appendAll(errors, tolerationErrors(memberOf(annotations, tolerationsAnnotation) ?? '', path, options))
  const cost = memberOf(annotations, podDeletionCostAnnotation)
  if (!options.allowInvalidPodDeletionCost && cost !== undefined && !isDeletionCost(cost)) {
    errors.push(invalid(path.key(podDeletionCostAnnotation), cost, 'must be a 32bit integer'))
  }
  appendAll(errors, seccompErrors(annotations, path))
  appendAll(errors, appArmorErrors(annotations, path, spec))
  return errors
}

function tolerationErrors(text: string, path: FieldPath, options: PodValidationOptions): FieldError[] {
  if (text === '') return []
  try {
    const list: Toleration[] | null = JSON.parse(text)
    return validateTolerations(structsOf(list), path.child(tolerationsAnnotation), options)
  } catch (error) {
    return [invalid(path, tolerationsAnnotation, messageOf(error))]
  }
}

/** Reports whether an annotation is an int32 in Kubernetes' form: no plus, no leading zeros. */
export function isDeletionCost(text: string): boolean {
  if (!/^(?:-[0-9]+|0|[1-9][0-9]*)$/.test(text)) return false
  const cost = Number(text)
  return cost >= -(2 ** 31) && cost < 2 ** 31
}

type Given = NonNullable<Annotations>

function keysWith(annotations: Given, prefix: string): readonly string[] {
  return Object.keys(annotations).filter((key) => key.startsWith(prefix))
}

function seccompErrors(annotations: Given, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const ofPod = memberOf(annotations, seccompPodAnnotation)
  if (ofPod !== undefined) appendAll(errors, seccompProfileErrors(ofPod, path.child(seccompPodAnnotation)))
  for (const key of keysWith(annotations, seccompContainerAnnotationPrefix)) {
    appendAll(errors, seccompProfileErrors(annotations[key] ?? '', path.child(key)))
  }
  return errors
}

function seccompProfileErrors(profile: string, path: FieldPath): FieldError[] {
  if (profile === 'runtime/default' || profile === 'docker/default' || profile === 'unconfined') return []
  if (profile.startsWith('localhost/')) return validateLocalDescendingPath(profile.slice('localhost/'.length), path)
  return [invalid(path, profile, 'must be a valid seccomp profile')]
}

function appArmorErrors(annotations: Given, path: FieldPath, spec: PodSpec): FieldError[] {
  const errors: FieldError[] = []
  for (const key of keysWith(annotations, appArmorAnnotationPrefix)) {
    const profile = annotations[key] ?? ''
    const name = key.slice(appArmorAnnotationPrefix.length)
    if (!hasContainer(spec, name, path)) errors.push(invalid(path.key(key), name, 'container not found'))
    if (!isAppArmorProfile(profile)) {
      errors.push(invalid(path.key(key), profile, `invalid AppArmor profile name: ${quote(profile)}`))
    }
  }
  return errors
}

function hasContainer(spec: PodSpec, name: string, path: FieldPath): boolean {
  for (const { container } of allContainers(spec, path)) if ((container.name ?? '') === name) return true
  return false
}

function isAppArmorProfile(profile: string): boolean {
  return profile === '' || profile === 'runtime/default' || profile === 'unconfined' || profile.startsWith('localhost/')
}

/** Checks that annotations and fields have the same profiles. */
export function validateProfilesMatch(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  if (!isSet(annotations) || !Object.keys(annotations).some(namesProfile)) return []
  return [...seccompMismatches(annotations, spec, path), ...appArmorMismatches(annotations, spec, path)]
}

function namesProfile(key: string): boolean {
  return (
    key === seccompPodAnnotation ||
    key.startsWith(seccompContainerAnnotationPrefix) ||
    key.startsWith(appArmorAnnotationPrefix)
  )
}

function seccompMismatches(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const compare = (profile: SeccompProfile | null | undefined, key: string, at: FieldPath): void => {
    const annotation = memberOf(annotations, key)
    if (!isSet(profile) || annotation === undefined) return
    errors.push(
      ...mismatch(annotation, profile, { path: at.child('securityContext', 'seccompProfile'), kind: 'seccomp' }),
    )
  }
  compare(spec.securityContext?.seccompProfile, seccompPodAnnotation, path)
  for (const { container, path: at } of allContainers(spec, path)) {
    compare(container.securityContext?.seccompProfile, seccompContainerAnnotationPrefix + (container.name ?? ''), at)
  }
  return errors
}

function appArmorMismatches(annotations: Annotations, spec: PodSpec, path: FieldPath): FieldError[] {
  if (spec.os?.name === 'windows') return []
  const errors: FieldError[] = []
  for (const { container, path: at } of allContainers(spec, path)) {
    const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile
    const annotation = memberOf(annotations, appArmorAnnotationPrefix + (container.name ?? ''))
    if (!isSet(profile) || annotation === undefined) continue
    errors.push(
      ...mismatch(annotation, profile, { path: at.child('securityContext', 'appArmorProfile'), kind: 'apparmor' }),
    )
  }
  return errors
}

function mismatch(
  annotation: string,
  { type, localhostProfile }: SeccompProfile | AppArmorProfile,
  { path, kind }: { readonly path: FieldPath; readonly kind: 'seccomp' | 'apparmor' },
): FieldError[] {
  const wrongType = forbidden(path.child('type'), `${kind} type in annotation and field must match`)
  switch (type) {
    case 'Unconfined':
      return annotation === 'unconfined' ? [] : [wrongType]
    case 'RuntimeDefault':
      return annotation === 'runtime/default' || (kind === 'seccomp' && annotation === 'docker/default')
        ? []
        : [wrongType]
    case 'Localhost':
      if (!annotation.startsWith('localhost/')) return [wrongType]
      if (isSet(localhostProfile) && annotation.slice('localhost/'.length) === localhostProfile) return []
      return [forbidden(path.child('localhostProfile'), `${kind} profile in annotation and field must match`)]
    default:
      return []
  }
}

/** Checks that an update does not touch annotations that are fixed when a pod is made. */
export function validatePodAnnotationUpdates(now: Annotations, before: Annotations, path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const report = (key: string, verb: string): void => {
    if (key.startsWith(appArmorAnnotationPrefix)) {
      errors.push(forbidden(path.key(key), `may not ${verb} AppArmor annotations`))
    }
    if (key === mirrorPodAnnotation) errors.push(forbidden(path.key(key), `may not ${verb} mirror pod annotation`))
  }
  for (const [key, value] of textEntriesOf(before)) {
    if (memberOf(now, key) !== value) report(key, 'remove or update')
  }
  for (const key of Object.keys(now ?? {})) if (memberOf(before, key) === undefined) report(key, 'add')
  return errors
}
