import { MachineryError } from '../../errors/machinery-error.js'
import {
  type EffectiveRelease,
  type FeatureGate,
  featureGate,
  featureGateDependenciesOf,
  featureGatesOf,
  isFeatureGate,
} from './feature-gate.js'
import { newestRelease } from './release.js'

/** The gates that take others along. */
const groups = { AllAlpha: 'alpha', AllBeta: 'beta' } as const

/** Input of {@link FeatureGates}. */
export interface FeatureGatesOptions extends Partial<EffectiveRelease> {
  /** Gates that are on or off other than by default; `AllAlpha` and `AllBeta` are for all of a stage that are not set. */
  readonly set?: Readonly<Record<string, boolean>> | undefined
  /** Takes the warning about a gate that is set and will be removed. */
  readonly warn?: (message: string, about: { readonly featureGate: string; readonly value: boolean }) => void
}

/**
 * The feature gates of an API server of a release, with those that are set.
 *
 * Source: k8s.io/component-base/featuregate.
 */
export class FeatureGates {
  readonly #effective: EffectiveRelease
  readonly #set: Readonly<Record<string, boolean>>
  readonly #known = new Map<string, boolean>()

  /**
   * @throws MachineryError `InvalidValue` for unknown gates, for those that the release does not have yet, for those that are locked
   * to another value, and for gates that need others that are off.
   */
  constructor({ release = newestRelease, minCompatibility, set = {}, warn }: FeatureGatesOptions = {}) {
    this.#effective = { release, minCompatibility: minCompatibility ?? release.minor - 1 }
    this.#set = set
    const problems = this.#problems(warn)
    if (problems.length > 0) {
      throw new MachineryError('InvalidValue', problems.length === 1 ? problems[0]! : `[${problems.join(', ')}]`)
    }
  }

  /** Whether a gate is on; false for unknown names. A gate that is gone answers as the feature that stayed. */
  readonly enabled = (name: string): boolean => {
    let on = this.#known.get(name)
    if (on === undefined) {
      on = this.#enabled(name)
      this.#known.set(name, on)
    }
    return on
  }

  /** The gates that the release knows, by name. */
  get all(): readonly FeatureGate[] {
    return featureGatesOf(this.#effective)
  }

  #enabled(name: string): boolean {
    const gate = featureGate(name, this.#effective)
    if (gate === undefined) return false
    if (!gate.listed) return gate.on
    return this.#setTo(name) ?? this.#setByGroup(gate) ?? gate.on
  }

  #setTo(name: string): boolean | undefined {
    return Object.hasOwn(this.#set, name) ? this.#set[name] : undefined
  }

  /** Those that are set by themselves, and those that are groups, are not of the groups. */
  #setByGroup({ name, stage }: FeatureGate): boolean | undefined {
    if (Object.hasOwn(groups, name)) return undefined
    const group = Object.entries(groups).find((each) => each[1] === stage)?.[0]
    return group === undefined ? undefined : this.#setTo(group)
  }

  #problems(warn: FeatureGatesOptions['warn']): readonly string[] {
    const problems: string[] = []
    for (const [name, value] of Object.entries(this.#set)) {
      const gate = featureGate(name, this.#effective)
      if (gate === undefined ? !isFeatureGate(name) : !gate.listed) return [`unrecognized feature gate: ${name}`]
      const problem = this.#problem(name, value, gate)
      if (problem !== undefined) problems.push(problem)
      else if (gate?.stage === 'ga' || gate?.stage === 'deprecated')
        warn?.(removal[gate.stage], { featureGate: name, value })
    }
    return problems.length > 0 || Object.keys(this.#set).length === 0 ? problems : this.#missing()
  }

  #problem(name: string, value: boolean, gate: FeatureGate | undefined): string | undefined {
    const subject = `cannot set feature gate ${name} to ${value}, feature is`
    if (gate === undefined) {
      const { release, minCompatibility } = this.#effective
      return `${subject} PreAlpha at emulated version ${release.name}, min compatibility version 1.${minCompatibility}`
    }
    return gate.locked && gate.on !== value ? `${subject} locked to ${gate.on}` : undefined
  }

  /** Gates that need others which are off. */
  #missing(): string[] {
    return featureGateDependenciesOf(this.#effective.release).flatMap(([name, needed]) => {
      const off = needed.filter((each) => !this.enabled(each))
      if (off.length === 0 || !this.enabled(name)) return []
      return [`${name} is enabled, but depends on features that are disabled: [${off.join(' ')}]`]
    })
  }
}

const removal = {
  ga: 'setting GA feature gate. It will be removed in a future release.',
  deprecated: 'setting deprecated feature gate. It will be removed in a future release.',
}
