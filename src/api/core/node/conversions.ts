import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { addFieldLabels } from '../../conversion/field-labels.js'
import { recastWith } from '../../conversion/recast.js'
import * as v1 from '../v1/types.gen.js'

/** Registers the conversions of Node. */
export function addNodeConversions(scheme: ConversionRegistrar): void {
  scheme.addConversion(v1.Node, v1.Node, nodeForm)
  addFieldLabels(scheme, { types: [v1.Node], labels: ['metadata.name', 'spec.unschedulable'] })
}

/** `podCIDR` is what old clients set: it wins over the list. */
function nodeForm(from: v1.Node): v1.Node {
  const { podCIDR, podCIDRs } = from.spec ?? {}
  const first = podCIDRs?.[0]
  if (podCIDR && first !== podCIDR) return recastWith(from, v1.Node, { spec: { ...from.spec, podCIDRs: [podCIDR] } })
  if (first && !podCIDR) return recastWith(from, v1.Node, { spec: { ...from.spec, podCIDR: first } })
  return from
}
