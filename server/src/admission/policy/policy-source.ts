import type { MatchResources, ParamKind, ParamRef } from 'apimachinery/api/admissionregistration/v1'
import type { Selector } from 'apimachinery/labels'
import { getName, type KubernetesObject } from 'apimachinery/runtime'
import { type MatchCriteria, selectorOf } from '../matching.js'

/** Common fields of policies of both kinds. */
export interface AnyPolicy extends KubernetesObject {
  readonly spec?:
    | {
        readonly paramKind?: ParamKind | undefined
        readonly matchConstraints?: MatchResources | undefined
        readonly failurePolicy?: string | undefined
      }
    | undefined
}

/** Common fields of bindings of both kinds. */
export interface AnyBinding extends KubernetesObject {
  readonly spec?:
    | {
        readonly policyName?: string | undefined
        readonly paramRef?: ParamRef | undefined
        readonly matchResources?: MatchResources | undefined
      }
    | undefined
}

/** A policy with its bindings, and its compiled form. */
export interface BoundPolicy<P extends AnyPolicy, B extends AnyBinding, E> {
  readonly policy: P
  readonly bindings: readonly B[]
  readonly evaluator: E
}

/** Policies with their bindings, in the order of their names; those without bindings have no effect. */
export class PolicySource<P extends AnyPolicy, B extends AnyBinding, E> {
  readonly #policies: () => Iterable<P>
  readonly #bindings: () => Iterable<B>
  readonly #compile: (policy: P) => E
  readonly #compiled = new WeakMap<P, E>()

  constructor(options: {
    readonly policies: () => Iterable<P>
    readonly bindings: () => Iterable<B>
    readonly compile: (policy: P) => E
  }) {
    this.#policies = options.policies
    this.#bindings = options.bindings
    this.#compile = options.compile
  }

  /** All that have an effect at this moment. */
  bound(): readonly BoundPolicy<P, B, E>[] {
    const policies = byName(this.#policies())
    if (policies.length === 0) return []
    const bindings = byName(this.#bindings())
    return policies.flatMap((policy) => {
      const own = bindings.filter(({ spec }) => spec?.policyName === getName(policy))
      return own.length === 0 ? [] : [{ policy, bindings: own, evaluator: this.#evaluatorOf(policy) }]
    })
  }

  #evaluatorOf(policy: P): E {
    const known = this.#compiled.get(policy)
    if (known !== undefined) return known
    const made = this.#compile(policy)
    this.#compiled.set(policy, made)
    return made
  }
}

function byName<T extends KubernetesObject>(objects: Iterable<T>): T[] {
  return [...objects].sort((a, b) => (getName(a) < getName(b) ? -1 : 1))
}

/** Which requests match resources select. Without rules that is every request. */
export function criteriaOf(resources: MatchResources | undefined): MatchCriteria {
  const { resourceRules = [], excludeResourceRules = [], matchPolicy = 'Exact' } = resources ?? {}
  const everything = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*', '*/*'] }
  return {
    rules: resourceRules.length === 0 ? [everything] : resourceRules,
    excluded: excludeResourceRules,
    matchPolicy,
    get namespaceSelector(): Selector {
      return selectorOf(resources?.namespaceSelector ?? {})
    },
    get objectSelector(): Selector {
      return selectorOf(resources?.objectSelector ?? {})
    },
  }
}
