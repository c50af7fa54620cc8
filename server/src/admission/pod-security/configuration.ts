import { type LevelVersion, type Policy, parseLevel, parseVersion } from 'apimachinery/api/admission-plugins'
import { Aggregate } from 'apimachinery/errors'
import { type FieldError, fieldPath, invalid } from 'apimachinery/validation'

/** `PodSecurityConfiguration` of pod-security.admission.config.k8s.io/v1. */
export interface PodSecurityConfiguration {
  /** For namespaces without labels; `privileged` and `latest` where absent. */
  readonly defaults?: Readonly<Partial<Record<`${keyof Policy}${'' | '-version'}`, string>>>
  /** Exempt users, runtime classes and namespaces. */
  readonly exemptions?: {
    readonly usernames?: readonly string[] | undefined
    readonly namespaces?: readonly string[] | undefined
    readonly runtimeClasses?: readonly string[] | undefined
  }
}

/** The policy of namespaces without labels. @throws Aggregate for levels and versions that there are not. */
export function defaultPolicy({ defaults = {} }: PodSecurityConfiguration): Policy {
  const errors: FieldError[] = []
  const read = (mode: keyof Policy): LevelVersion => {
    const [levelText, versionText] = [defaults[mode] || 'privileged', defaults[`${mode}-version`] || 'latest']
    const [level, version] = [parseLevel(levelText), parseVersion(versionText)]
    const path = fieldPath('defaults')
    if (level === undefined) {
      errors.push(invalid(path.child(mode), levelText, 'must be one of privileged, baseline, restricted'))
    }
    if (version === undefined) {
      errors.push(invalid(path.child(`${mode}-version`), versionText, 'must be "latest" or "v1.x"'))
    }
    return { level: level ?? 'restricted', version: version ?? 'latest' }
  }
  const policy = { enforce: read('enforce'), audit: read('audit'), warn: read('warn') }
  if (errors.length > 0) throw new Aggregate(errors)
  return policy
}
