import {
  compareSemanticVersions,
  parseSemanticVersion,
  type SemanticVersion,
} from '../../../internal/semantic-version.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { isConfigMapKey } from '../../../validation/format-rules.js'
import { validateImmutableField } from '../../../validation/immutable.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../../validation/object-meta.js'
import { oldestEmulationVersion, validateCoordinatedLeaseStrategy } from '../lease/lease-strategy.js'
import type { LeaseCandidate, LeaseCandidateSpec } from '../v1beta1/types.gen.js'

const zeroVersion: SemanticVersion = { numbers: [0n, 0n, 0n], prerelease: [] }

/** Checks a new LeaseCandidate. */
export function validateLeaseCandidate(candidate: LeaseCandidate): readonly FieldError[] {
  const rules = { requiresNamespace: true, validateName: (name: string) => isConfigMapKey(name) }
  return [
    ...validateObjectMeta(candidate.metadata ?? {}, rules, fieldPath('metadata')),
    ...validateSpec(candidate.spec ?? {}, fieldPath('spec')),
  ]
}

/** Checks a changed LeaseCandidate: the lease stays the same. */
export function validateLeaseCandidateUpdate(candidate: LeaseCandidate, old: LeaseCandidate): readonly FieldError[] {
  const [name, oldName] = [candidate.spec?.leaseName ?? '', old.spec?.leaseName ?? '']
  return [
    ...validateObjectMetaUpdate(candidate.metadata ?? {}, old.metadata ?? {}, fieldPath('metadata')),
    ...validateSpec(candidate.spec ?? {}, fieldPath('spec')),
    ...validateImmutableField(name, oldName, fieldPath('spec', 'leaseName')),
  ]
}

function validateSpec(spec: Partial<LeaseCandidateSpec>, path: FieldPath): FieldError[] {
  const errors = spec.leaseName ? [] : [required(path.child('leaseName'), '')]
  const emulation = versionOf(spec.emulationVersion, path.child('emulationVersion'))
  const binary = versionOf(spec.binaryVersion, path.child('binaryVersion'))
  errors.push(...emulation.errors)
  if (!spec.binaryVersion) errors.push(required(path.child('binaryVersion'), ''))
  errors.push(...binary.errors)
  if (spec.binaryVersion && spec.emulationVersion && compareSemanticVersions(binary.version, emulation.version) < 0) {
    const detail = 'must be greater than or equal to `emulationVersion`'
    errors.push(invalid(path.child('binaryVersion'), spec.binaryVersion, detail))
  }
  return [...errors, ...strategyErrors(spec.strategy ?? '', emulation.version, path)]
}

function strategyErrors(strategy: string, emulation: SemanticVersion, path: FieldPath): FieldError[] {
  if (strategy === '') return [required(path.child('strategy'), '')]
  const errors: FieldError[] = []
  if (strategy === oldestEmulationVersion && compareSemanticVersions(emulation, zeroVersion) === 0) {
    const detail = "must be specified when `strategy` is 'OldestEmulationVersion'"
    errors.push(required(path.child('emulationVersion'), detail))
  }
  return [...errors, ...validateCoordinatedLeaseStrategy(strategy, path.child('strategy'))]
}

/** An invalid version counts as the lowest one from here on. */
function versionOf(
  text: string | null | undefined,
  path: FieldPath,
): { readonly version: SemanticVersion; readonly errors: FieldError[] } {
  if (!text) return { version: zeroVersion, errors: [] }
  const version = parseSemanticVersion(text)
  if (version !== undefined) return { version, errors: [] }
  return { version: zeroVersion, errors: [invalid(path, text, 'must be a valid semantic version')] }
}
