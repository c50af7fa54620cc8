import {
  compareLevels,
  isEquivalent,
  isFullyPrivileged,
  type LevelVersion,
  levelVersionText,
  type Policy,
  policyOf,
  validatePodSecurityLabels,
} from 'apimachinery/api/admission-plugins'
import { Namespace, Pod } from 'apimachinery/api/core/v1'
import { newForbidden, newInternalError, newInvalid } from 'apimachinery/errors'
import { getLabels, getName } from 'apimachinery/runtime'
import type { FieldError } from 'apimachinery/validation'
import type { PassiveClock } from 'apimachinery/wait'
import type { RequestContext } from '../../request/request-context.js'
import type { AdmissionAttributes } from '../attributes.js'
import type { ClusterState } from '../cluster-state.js'
import type { AdmissionPlugin } from '../plugin.js'
import type { CheckedPod } from './check.js'
import { defaultPolicy, type PodSecurityConfiguration } from './configuration.js'
import { detailsText, violationsOf } from './evaluate.js'
import { namespaceWarnings } from './namespace-warnings.js'
import { templateFinder } from './pod-of-controller.js'
import type { PodSecurityObserver, PodSecurityRequest } from './pod-security-observer.js'
import { isSignificantUpdate } from './significant-update.js'

type State = Pick<ClusterState, 'namespaces' | 'liveNamespace' | 'livePods'>

/** Subresources of pods that cannot change what is checked. */
const ignoredSubresources = ['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status']
const maxPods = 3000
const maxMilliseconds = 1000
const resourceNames: ReadonlyMap<string, 'pod' | 'namespace'> = new Map([
  ['pods', 'pod'],
  ['namespaces', 'namespace'],
] as const)
const modes = ['enforce', 'audit', 'warn'] as const

/** Settings of the plugin. */
export interface PodSecurityOptions {
  readonly configuration?: PodSecurityConfiguration | undefined
  readonly clock: PassiveClock
  readonly observer?: PodSecurityObserver | undefined
}

/**
 * Refuses pods that violate the level of their namespace, and warns about controllers that create such pods.
 *
 * Source: k8s.io/pod-security-admission.
 */
export function podSecurity(state: State, options: PodSecurityOptions): AdmissionPlugin {
  const security = new PodSecurity(state, options)
  return {
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    validate: (attributes, context) => security.validate(attributes, context),
  }
}

class PodSecurity {
  readonly #state: State
  readonly #exemptions: NonNullable<PodSecurityConfiguration['exemptions']>
  readonly #defaults: Policy
  readonly #clock: PassiveClock

  readonly #observer: PodSecurityObserver | undefined

  constructor(state: State, { configuration = {}, clock, observer }: PodSecurityOptions) {
    this.#state = state
    this.#exemptions = configuration.exemptions ?? {}
    this.#defaults = defaultPolicy(configuration)
    this.#clock = clock
    this.#observer = observer
  }

  async validate(attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    const { group, resource } = attributes.resource
    if (group === '' && resource === 'namespaces') return this.#validateNamespace(attributes, context)
    if (group === '' && resource === 'pods') return this.#validatePod(attributes, context)
    const find = templateFinder(attributes.resource)
    if (find === undefined || attributes.subresource !== '' || attributes.object === undefined) return
    if (this.#isExempt(attributes, context)) return
    const { policy, errors } = await this.#policyIn(attributes)
    if (errors.length === 0 && policy.audit.level === 'privileged' && policy.warn.level === 'privileged') return
    const pod = find(attributes.object)
    if (pod !== undefined) this.#judge(attributes, context, { pod, policy, errors, enforce: false })
  }

  async #validateNamespace(attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    const { object, oldObject, operation, subresource } = attributes
    if (subresource !== '' || !(object instanceof Namespace)) return
    const { policy } = policyOf(getLabels(object), this.#defaults)
    const old = oldObject instanceof Namespace ? oldObject : undefined
    const errors = validatePodSecurityLabels(object, old)
    if (errors.length > 0) throw newInvalid(attributes.kind, attributes.name, errors)
    if (operation === 'CREATE') {
      if (this.#isExemptNamespace(attributes.namespace)) this.#warnOfExemption(object, policy, context)
      return
    }
    const before = policyOf(getLabels(old ?? object), this.#defaults)
    if (!isStricter(policy.enforce, before.policy.enforce)) return
    if (this.#isExemptNamespace(attributes.namespace)) return this.#warnOfExemption(object, policy, context)
    const started = this.#clock.now()
    const { runtimeClasses = [] } = this.#exemptions
    const pods = (await this.#state.livePods(getName(object))).filter(
      ({ spec }) => !spec?.runtimeClassName || !runtimeClasses.includes(spec.runtimeClassName),
    )
    const expired = (): boolean => this.#clock.now() - started > maxMilliseconds
    for (const text of namespaceWarnings({ name: getName(object), pods }, policy.enforce, { maxPods, expired })) {
      context.warnings?.addWarning('', text)
    }
  }

  async #validatePod(attributes: AdmissionAttributes, context: RequestContext): Promise<void> {
    const { object, oldObject, operation, subresource } = attributes
    if (ignoredSubresources.includes(subresource) || !(object instanceof Pod)) return
    if (this.#isExempt(attributes, context)) return
    const { policy, errors } = await this.#policyIn(attributes)
    if (errors.length === 0 && isFullyPrivileged(policy)) {
      this.#observer?.evaluated(requestOf(attributes), 'enforce', { allowed: true, ...policy.enforce })
      return annotate(context, 'enforce-policy', 'privileged:latest')
    }
    if (operation === 'UPDATE' && oldObject instanceof Pod && !isSignificantUpdate(object, oldObject)) return
    const pod = { metadata: object.metadata, spec: object.spec ?? { containers: [] } }
    this.#judge(attributes, context, { pod, policy, errors, enforce: true })
  }

  #judge(attributes: AdmissionAttributes, context: RequestContext, judged: Judged): void {
    const { pod, policy, errors, enforce } = judged
    const { runtimeClassName } = pod.spec
    if (runtimeClassName && this.#exemptions.runtimeClasses?.includes(runtimeClassName)) {
      annotate(context, 'exempt', 'runtimeClass')
      this.#observer?.exempted(requestOf(attributes))
      return
    }
    if (errors.length > 0) {
      annotate(context, 'error', `Failed to parse policy: ${errorsText(errors)}`)
      this.#observer?.failed(requestOf(attributes), false)
    }
    const evaluated = (mode: (typeof modes)[number], allowed: boolean): void =>
      this.#observer?.evaluated(requestOf(attributes), mode, { allowed, ...policy[mode] })
    const violations = (level: LevelVersion): string => detailsText(violationsOf(level, pod))
    const shown = (level: LevelVersion): string => JSON.stringify(levelVersionText(level))
    if (enforce) annotate(context, 'enforce-policy', levelVersionText(policy.enforce))
    const audited = violations(policy.audit)
    if (audited !== '') {
      evaluated('audit', false)
      annotate(context, 'audit-violations', `would violate PodSecurity ${shown(policy.audit)}: ${audited}`)
    }
    const refused = enforce ? violations(policy.enforce) : ''
    if (enforce) evaluated('enforce', refused === '')
    if (refused !== '') {
      const message = `violates PodSecurity ${shown(policy.enforce)}: ${refused}`
      throw newForbidden(attributes.resource, attributes.name, new Error(message))
    }
    const warned = violations(policy.warn)
    if (warned === '') return
    evaluated('warn', false)
    context.warnings?.addWarning('', `would violate PodSecurity ${shown(policy.warn)}: ${warned}`)
  }

  async #policyIn(attributes: AdmissionAttributes): Promise<ReturnType<typeof policyOf>> {
    const { namespace } = attributes
    const found = this.#state.namespaces.get('', namespace) ?? (await this.#state.liveNamespace(namespace))
    if (found === undefined) {
      this.#observer?.failed(requestOf(attributes), true)
      throw newInternalError(new Error(`failed to lookup namespace ${JSON.stringify(namespace)}`))
    }
    return policyOf(getLabels(found), this.#defaults)
  }

  #isExempt(attributes: AdmissionAttributes, context: RequestContext): boolean {
    const { namespace, user } = attributes
    const reason = this.#isExemptNamespace(namespace)
      ? 'namespace'
      : user !== undefined && this.#exemptions.usernames?.includes(user.name)
        ? 'user'
        : undefined
    if (reason === undefined) return false
    annotate(context, 'exempt', reason)
    this.#observer?.exempted(requestOf(attributes))
    return true
  }

  #isExemptNamespace(namespace: string): boolean {
    return namespace !== '' && this.#exemptions.namespaces?.includes(namespace) === true
  }

  #warnOfExemption(namespace: Namespace, policy: Policy, context: RequestContext): void {
    if (isFullyPrivileged(policy) || isEquivalent(policy, this.#defaults)) return
    const labels = getLabels(namespace) ?? {}
    const given = modes.filter((mode) => {
      const label = `pod-security.kubernetes.io/${mode}`
      const isGiven = Object.hasOwn(labels, label) || Object.hasOwn(labels, `${label}-version`)
      return isGiven && policy[mode].level !== 'privileged'
    })
    const shown = given.map((mode) => `${mode}=${levelVersionText(policy[mode])}`).join(', ')
    const name = JSON.stringify(getName(namespace))
    context.warnings?.addWarning(
      '',
      `namespace ${name} is exempt from Pod Security, and the policy (${shown}) will be ignored`,
    )
  }
}

interface Judged {
  readonly pod: CheckedPod
  readonly policy: Policy
  readonly errors: readonly FieldError[]
  readonly enforce: boolean
}

function requestOf({ operation, resource: { group, resource }, subresource }: AdmissionAttributes): PodSecurityRequest {
  const known = group === '' ? resourceNames.get(resource) : undefined
  return { operation, resource: known ?? 'controller', subresource }
}

/** Whether a new level can refuse pods that the old one let pass. */
function isStricter(after: LevelVersion, before: LevelVersion): boolean {
  if (after.level === 'privileged') return false
  if (after.version === before.version) return compareLevels(after.level, before.level) > 0
  return true
}

function annotate(context: RequestContext, key: string, value: string): void {
  context.audit?.annotate(`pod-security.kubernetes.io/${key}`, value)
}

function errorsText(errors: readonly FieldError[]): string {
  const texts = [...new Set(errors.map((error) => error.message))]
  return texts.length === 1 ? texts[0]! : `[${texts.join(', ')}]`
}
