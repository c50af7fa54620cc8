import { parseSelector as parseFieldSelector } from 'apimachinery/fields'
import { parse as parseLabelSelector } from 'apimachinery/labels'

/** One requirement of a field selector that authorizers may look at. */
export interface FieldSelectorRequirement {
  readonly key: string
  readonly operator: string
  readonly value: string
}

/** One requirement of a label selector that authorizers may look at. */
export interface LabelSelectorRequirement {
  readonly key: string
  readonly operator: string
  readonly values: readonly string[]
}

/** The requirements of a field selector; none where it cannot be read, as its own handler says so. */
export function fieldRequirements(text: string | undefined): readonly FieldSelectorRequirement[] | undefined {
  if (text === undefined) return undefined
  try {
    const found = parseFieldSelector(text).requirements()
    return found.map(({ field, operator, value }) => ({ key: field, operator, value }))
  } catch {
    return undefined
  }
}

/** The requirements of a label selector; none where it cannot be read. */
export function labelRequirements(text: string | undefined): readonly LabelSelectorRequirement[] | undefined {
  if (text === undefined) return undefined
  try {
    const { requirements } = parseLabelSelector(text).requirements()
    return requirements.map(({ key, operator, values }) => ({ key, operator, values: [...values] }))
  } catch {
    return undefined
  }
}
