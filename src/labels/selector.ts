import { compareStrings } from '../internal/compare-strings.js'
import { type LabelSet, lookup } from './label-set.js'
import { type ParseOptions, parseToRequirements } from './parser.js'
import { newRequirement, Requirement } from './requirement.js'

/** Chooses objects by their labels. Immutable. */
export interface Selector {
  /** Reports whether `labels` meet every requirement. */
  matches(labels: LabelSet | undefined): boolean
  /** Reports whether everything matches. */
  isEmpty(): boolean
  /** A selector with these requirements added; sorted by key. */
  add(...requirements: readonly Requirement[]): Selector
  /** The requirements; `selectable` is false when nothing can match. */
  requirements(): { readonly requirements: readonly Requirement[]; readonly selectable: boolean }
  /** The only value that `label` can have to match, `undefined` when the first requirement on it allows others. */
  requiresExactMatch(label: string): string | undefined
  /** Text that {@link parse} reads back. */
  toString(): string
}

class RequirementSelector implements Selector {
  readonly #requirements: readonly Requirement[]

  constructor(requirements: readonly Requirement[]) {
    this.#requirements = requirements
  }

  matches(labels: LabelSet | undefined): boolean {
    for (const requirement of this.#requirements) if (!requirement.matches(labels)) return false
    return true
  }

  isEmpty(): boolean {
    return this.#requirements.length === 0
  }

  add(...requirements: readonly Requirement[]): Selector {
    return new RequirementSelector(sortedByKey([...this.#requirements, ...requirements]))
  }

  requirements(): { readonly requirements: readonly Requirement[]; readonly selectable: boolean } {
    return { requirements: this.#requirements, selectable: true }
  }

  requiresExactMatch(label: string): string | undefined {
    const requirement = this.#requirements.find(({ key }) => key === label)
    if (requirement === undefined || requirement.valuesUnsorted.length !== 1) return undefined
    const { operator, valuesUnsorted } = requirement
    return operator === '=' || operator === '==' || operator === 'in' ? valuesUnsorted[0] : undefined
  }

  toString(): string {
    return this.#requirements.join(',')
  }
}

/** Wraps a set as it is. */
class SetSelector implements Selector {
  readonly #set: LabelSet
  readonly #labels: readonly string[]

  constructor(set: LabelSet) {
    this.#set = set
    this.#labels = Object.keys(set)
  }

  matches(labels: LabelSet | undefined): boolean {
    for (const label of this.#labels) {
      const value = lookup(labels, label)
      if (value === undefined || value !== this.#set[label]) return false
    }
    return true
  }

  isEmpty(): boolean {
    return this.#labels.length === 0
  }

  add(...requirements: readonly Requirement[]): Selector {
    return selectorFromValidatedSet(this.#set).add(...requirements)
  }

  requirements(): { readonly requirements: readonly Requirement[]; readonly selectable: boolean } {
    return selectorFromValidatedSet(this.#set).requirements()
  }

  requiresExactMatch(label: string): string | undefined {
    return lookup(this.#set, label)
  }

  toString(): string {
    return [...this.#labels]
      .sort(compareStrings)
      .map((label) => `${label}=${this.#set[label]}`)
      .join(',')
  }
}

const theNothing: Selector = {
  matches: () => false,
  isEmpty: () => false,
  add: () => theNothing,
  requirements: () => ({ requirements: [], selectable: false }),
  requiresExactMatch: () => undefined,
  toString: () => '',
}

const theEverything: Selector = /* @__PURE__ */ new RequirementSelector([])

/** The selector that everything matches. */
export function everything(): Selector {
  return theEverything
}

/** The selector that nothing matches. */
export function nothing(): Selector {
  return theNothing
}

/** Reports whether the selector is known to match nothing; contradictions such as `a=a,a!=a` are not detected. */
export function matchesNothing(selector: Selector): boolean {
  return !selector.requirements().selectable
}

/** A selector of these requirements, all of which must be met. */
export function newSelector(...requirements: readonly Requirement[]): Selector {
  return new RequirementSelector(sortedByKey([...requirements]))
}

/**
 * Reads a label selector: requirements between commas, all of which must be met.
 *
 * `x`, `!x` · `x=a`, `x==a`, `x!=a` · `x in (a,b)`, `x notin (a,b)` · `x>1`, `x<1`. A value may be empty; the empty text
 * selects everything.
 *
 * @throws {MachineryError} `InvalidLabelSelector` with the position in the text; messages are Go's.
 */
export function parse(selector: string, options?: ParseOptions): Selector {
  return new RequirementSelector(parseToRequirements(selector, options))
}

/** The same as {@link selectorFromValidatedSet}, named as in Go. */
export function selectorFromSet(set: LabelSet | undefined): Selector {
  return selectorFromValidatedSet(set)
}

/** Matches objects that have all labels of `set`. The labels are copied and not validated. */
export function selectorFromValidatedSet(set: LabelSet | undefined): Selector {
  const requirements = Object.entries(set ?? {}).map(([key, value]) => new Requirement(key, '=', [value]))
  return requirements.length === 0 ? theEverything : new RequirementSelector(sortedByKey(requirements))
}

/**
 * Matches objects that have all labels of `set`, after validating them.
 *
 * @throws {Aggregate} of field errors for the first label that is not valid.
 */
export function validatedSelectorFromSet(set: LabelSet | undefined): Selector {
  const requirements = Object.entries(set ?? {}).map(([key, value]) => newRequirement(key, '=', [value]))
  return new RequirementSelector(sortedByKey(requirements))
}

/**
 * Matches objects that have all labels of `set`, without copying or validating it. The caller must not change the set
 * afterwards.
 */
export function validatedSetSelector(set: LabelSet | undefined): Selector {
  return new SetSelector(set ?? {})
}

function sortedByKey(requirements: Requirement[]): Requirement[] {
  return requirements.sort((a, b) => compareStrings(a.key, b.key))
}
