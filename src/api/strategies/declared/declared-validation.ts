import type { CustomRule } from '../../../declarative/field-rule.js'
import type { KubernetesObject } from '../../../runtime/objects/typed-object.js'
import type { DeclaredRules } from './declared-rules.js'

/** What the declared rules of a kind need beside their tags. */
export interface DeclaredValidation<T extends KubernetesObject = KubernetesObject> {
  readonly rules: DeclaredRules
  /** The path in the hub version of a field in another version, for comparison with hand-written errors. */
  hubField?(field: string): string
  /** Whether an option of the tags is on where it is not the feature gate of that name; undefined for the others. */
  option?(name: string, old: T | undefined): boolean | undefined
  /** Rules that tags call by name. */
  readonly custom?: Readonly<Record<string, CustomRule>>
}
