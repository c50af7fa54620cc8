import { duplicate, type FieldError, invalid, omitValue, required, tooMany } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { validateQualifiedName } from '../../validation/field-rules.js'
import { isSet, scalarsOf, structsOf } from '../../validation/go-values.js'
import { invalidNamed, notSupportedNamed } from '../../validation/named-text.js'
import type {
  JobSpec,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
} from '../v1/types.gen.js'

const actions = ['Count', 'FailIndex', 'FailJob', 'Ignore']
const operators = ['In', 'NotIn']
const statuses = ['False', 'True', 'Unknown']
const maxRules = 20
const maxExitCodes = 255
const maxPatterns = 20

/** Checks what a job does about pods that fail. */
export function validatePodFailurePolicy(spec: JobSpec, path: FieldPath): FieldError[] {
  const rules = structsOf(spec.podFailurePolicy?.rules)
  const at = path.child('rules')
  const { containers, initContainers } = spec.template?.spec ?? {}
  const names = new Set([...structsOf(containers), ...structsOf(initContainers)].map(({ name }) => name ?? ''))
  return [
    ...(rules.length > maxRules ? [tooMany(at, rules.length, maxRules)] : []),
    ...rules.flatMap((rule, i) => ruleErrors(rule, at.index(i), { names, spec })),
  ]
}

interface OfJob {
  readonly spec: JobSpec
  /** Names of the containers. */
  readonly names: ReadonlySet<string>
}

function ruleErrors(rule: PodFailurePolicyRule, path: FieldPath, { names, spec }: OfJob): FieldError[] {
  const action = rule.action ?? ''
  const { onExitCodes } = rule
  const patterns = structsOf(rule.onPodConditions)
  const errors = actionErrors(action, spec, path.child('action'))
  if (isSet(onExitCodes)) errors.push(...exitCodeErrors(onExitCodes, path.child('onExitCodes'), names))
  errors.push(...patternErrors(patterns, path.child('onPodConditions')))
  if (isSet(onExitCodes) && patterns.length > 0) {
    errors.push(invalid(path, omitValue, 'specifying both OnExitCodes and OnPodConditions is not supported'))
  }
  if (!isSet(onExitCodes) && patterns.length === 0) {
    errors.push(invalid(path, omitValue, 'specifying one of OnExitCodes and OnPodConditions is required'))
  }
  return errors
}

function actionErrors(action: string, { backoffLimitPerIndex }: JobSpec, path: FieldPath): FieldError[] {
  if (action === '') return [required(path, validValues(actions))]
  if (!actions.includes(action)) return [notSupportedNamed(path, action, actions)]
  if (action !== 'FailIndex' || isSet(backoffLimitPerIndex)) return []
  return [invalidNamed(path, action, 'requires the backoffLimitPerIndex to be set')]
}

/** As Go prints a list. */
function validValues(values: readonly string[]): string {
  return `valid values: [${values.map((value) => `"${value}"`).join(' ')}]`
}

function patternErrors(patterns: readonly PodFailurePolicyOnPodConditionsPattern[], path: FieldPath): FieldError[] {
  return [
    ...(patterns.length > maxPatterns ? [tooMany(path, patterns.length, maxPatterns)] : []),
    ...patterns.flatMap((given, i) => {
      const type = given.type ?? ''
      const status = given.status ?? ''
      const at = path.index(i)
      const errors = validateQualifiedName(type, at.child('type'))
      if (status === '') errors.push(required(at.child('status'), validValues(statuses)))
      else if (!statuses.includes(status)) errors.push(notSupportedNamed(at.child('status'), status, statuses))
      return errors
    }),
  ]
}

function exitCodeErrors(
  requirement: PodFailurePolicyOnExitCodesRequirement,
  path: FieldPath,
  names: ReadonlySet<string>,
): FieldError[] {
  const operator = requirement.operator ?? ''
  const { containerName } = requirement
  const at = path.child('operator')
  const errors: FieldError[] = []
  if (operator === '') errors.push(required(at, validValues(operators)))
  else if (!operators.includes(operator)) errors.push(notSupportedNamed(at, operator, operators))
  if (isSet(containerName) && !names.has(containerName)) {
    const detail = 'must be one of the container or initContainer names in the pod template'
    errors.push(invalid(path.child('containerName'), containerName, detail))
  }
  return [...errors, ...codeErrors(requirement, path.child('values'))]
}

function codeErrors({ operator, values }: PodFailurePolicyOnExitCodesRequirement, path: FieldPath): FieldError[] {
  const codes = scalarsOf(values, 0)
  const errors: FieldError[] = []
  if (codes.length === 0) errors.push(invalid(path, values ?? null, 'at least one value is required'))
  else if (codes.length > maxExitCodes) errors.push(tooMany(path, codes.length, maxExitCodes))
  const seen = new Set<number>()
  for (const [i, code] of codes.entries()) {
    if (operator === 'In' && code === 0) errors.push(invalid(path.index(i), code, 'must not be 0 for the In operator'))
    if (seen.has(code)) errors.push(duplicate(path.index(i), code))
    seen.add(code)
  }
  if (codes.some((code, i) => i > 0 && (codes[i - 1] ?? 0) > code)) errors.push(invalid(path, codes, 'must be ordered'))
  return errors
}
