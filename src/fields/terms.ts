import { escapeValue } from './escape.js'
import type { FieldSet, Requirement, Selector, TransformFunc } from './selector.js'

/** One requirement. */
class Term implements Selector, Requirement {
  constructor(
    readonly field: string,
    readonly operator: '=' | '!=',
    readonly value: string,
  ) {}

  matches(fields: FieldSet | undefined): boolean {
    return (lookup(fields, this.field) === this.value) === (this.operator === '=')
  }

  isEmpty(): boolean {
    return false
  }

  requiresExactMatch(field: string): string | undefined {
    return this.operator === '=' && this.field === field ? this.value : undefined
  }

  transform(transform: TransformFunc): Selector {
    const { field, value } = transform(this.field, this.value)
    return field === '' && value === '' ? everything() : new Term(field, this.operator, value)
  }

  requirements(): readonly Requirement[] {
    return [{ field: this.field, operator: this.operator, value: this.value }]
  }

  toString(): string {
    return this.field + this.operator + escapeValue(this.value)
  }
}

/** All of several selectors. */
class AndTerm implements Selector {
  readonly #members: readonly Selector[]

  constructor(members: readonly Selector[]) {
    this.#members = members
  }

  matches(fields: FieldSet | undefined): boolean {
    for (const member of this.#members) if (!member.matches(fields)) return false
    return true
  }

  isEmpty(): boolean {
    return this.#members.every((member) => member.isEmpty())
  }

  requiresExactMatch(field: string): string | undefined {
    for (const member of this.#members) {
      const value = member.requiresExactMatch(field)
      if (value !== undefined) return value
    }
    return undefined
  }

  transform(transform: TransformFunc): Selector {
    const members = this.#members.map((member) => member.transform(transform))
    return new AndTerm(members.filter((member) => !member.isEmpty()))
  }

  requirements(): readonly Requirement[] {
    return this.#members.flatMap((member) => member.requirements())
  }

  toString(): string {
    return this.#members.join(',')
  }
}

const theNothing: Selector = {
  matches: () => false,
  isEmpty: () => false,
  requiresExactMatch: () => undefined,
  transform: () => theNothing,
  requirements: () => [],
  toString: () => '',
}

/** The selector that nothing matches. */
export function nothing(): Selector {
  return theNothing
}

/** The selector that everything matches. */
export function everything(): Selector {
  return new AndTerm([])
}

/** Matches when `field` has exactly this value. */
export function oneTermEqualSelector(field: string, value: string): Selector {
  return new Term(field, '=', value)
}

/** Matches when `field` has another value. */
export function oneTermNotEqualSelector(field: string, value: string): Selector {
  return new Term(field, '!=', value)
}

/** Matches when all of `selectors` match. */
export function andSelectors(...selectors: readonly Selector[]): Selector {
  return allSelectors(selectors)
}

/** As {@link andSelectors}, of any number. */
export function allSelectors(selectors: readonly Selector[]): Selector {
  return new AndTerm(selectors)
}

/** Matches when every field of `set` has its value; an absent or empty set matches everything. */
export function selectorFromSet(set: FieldSet | undefined): Selector {
  const terms = Object.entries(set ?? {}).map(([field, value]) => oneTermEqualSelector(field, value))
  const [only] = terms
  return only !== undefined && terms.length === 1 ? only : new AndTerm(terms)
}

function lookup(fields: FieldSet | undefined, field: string): string {
  if (fields === undefined || !Object.hasOwn(fields, field)) return ''
  return fields[field] ?? ''
}
