import { deepEqual } from '../../../descriptor/deep-equal.js'
import { labelSelectorDescriptor } from '../../../meta/v1/descriptors.gen.js'
import type { LabelSelector } from '../../../meta/v1/types.gen.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast } from '../../conversion/recast.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Label in selectors that mean what an empty one means in the other version. */
const label = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match'

const empty: LabelSelector = {}

/** In v1beta1 the empty selector selects nothing, in v1 everything. */
const nothingInV1: LabelSelector = { matchExpressions: [{ key: label, operator: 'Exists' }] }

const everythingInV1beta1: LabelSelector = { matchExpressions: [{ key: label, operator: 'DoesNotExist' }] }

/** Registers the conversions of PodDisruptionBudget. */
export function addPodDisruptionBudgetConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v1.PodDisruptionBudget)
  scheme.addConversion(v1beta1.PodDisruptionBudget, v1.PodDisruptionBudget, (from) =>
    withSelector(recast(from, v1.PodDisruptionBudget), (selector) => {
      if (isSame(selector, empty)) return nothingInV1
      if (isSame(selector, everythingInV1beta1)) return empty
      return withoutLabel(selector)
    }),
  )
  scheme.addConversion(v1.PodDisruptionBudget, v1.PodDisruptionBudget, (from) =>
    withSelector(recast(from, v1.PodDisruptionBudget), selectorInHub),
  )
  scheme.addConversion(v1.PodDisruptionBudget, v1beta1.PodDisruptionBudget, (from) =>
    withSelector(recast(from, v1beta1.PodDisruptionBudget), (selector) => {
      const ofHub = selectorInHub(selector)
      if (isSame(ofHub, nothingInV1)) return empty
      return isSame(ofHub, empty) ? everythingInV1beta1 : ofHub
    }),
  )
}

/** The selector of v1 as a server keeps it: the label of this conversion is never combined with other requirements. */
function selectorInHub(selector: LabelSelector): LabelSelector {
  return isSame(selector, nothingInV1) || isSame(selector, empty) ? selector : withoutLabel(selector)
}

function isSame(one: LabelSelector, other: LabelSelector): boolean {
  return deepEqual(labelSelectorDescriptor, one, other)
}

function withoutLabel(selector: LabelSelector): LabelSelector {
  if (!selector.matchExpressions?.some((each) => each?.key === label)) return selector
  return { ...selector, matchExpressions: selector.matchExpressions.filter((each) => each?.key !== label) }
}

function withSelector<T extends { spec?: { selector?: LabelSelector | undefined } | undefined }>(
  budget: T,
  change: (selector: LabelSelector) => LabelSelector,
): T {
  const { spec } = budget
  if (spec?.selector) budget.spec = { ...spec, selector: structuredClone(change(spec.selector)) }
  return budget
}
