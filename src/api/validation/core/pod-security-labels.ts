import { type FieldError, invalid } from '../../../validation/field-error.js'
import { fieldPath } from '../../../validation/field-path.js'
import type { Namespace } from '../../core/v1/types.gen.js'
import { memberOf } from '../go-values.js'

const levels = ['privileged', 'baseline', 'restricted']
const modes = ['enforce', 'audit', 'warn']

/** Checks the pod security labels of a namespace. Source: k8s.io/pod-security-admission. */
export function validatePodSecurityLabels({ metadata }: Namespace): readonly FieldError[] {
  const path = fieldPath('metadata', 'labels')
  return modes.flatMap((mode) => {
    const [levelLabel, versionLabel] = [
      `pod-security.kubernetes.io/${mode}`,
      `pod-security.kubernetes.io/${mode}-version`,
    ]
    const level = memberOf(metadata?.labels, levelLabel)
    const version = memberOf(metadata?.labels, versionLabel)
    return [
      ...(level === undefined || levels.includes(level)
        ? []
        : [invalid(path.key(levelLabel), level, `must be one of ${levels.join(', ')}`)]),
      ...(version === undefined || isVersion(version)
        ? []
        : [invalid(path.key(versionLabel), version, 'must be "latest" or "v1.x"')]),
    ]
  })
}

function isVersion(text: string): boolean {
  if (text === 'latest') return true
  const minor = /^v1\.(0|[1-9][0-9]*)$/.exec(text)?.[1]
  return minor !== undefined && BigInt(minor) < 2n ** 63n
}
