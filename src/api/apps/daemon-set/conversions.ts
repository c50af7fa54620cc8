import { MachineryError } from '../../../errors/machinery-error.js'
import { withAnnotations } from '../../conversion/annotations.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast } from '../../conversion/recast.js'
import { addSameKinds } from '../../conversion/same-kinds.js'
import { podTemplateForm } from '../../core/pod-template/pod-forms.js'
import { DaemonSet as DaemonSetV1beta1 } from '../../extensions/v1beta1/types.gen.js'
import * as v1 from '../v1/types.gen.js'
import { DaemonSet, type DaemonSetSpec } from '../v1/types.gen.js'
import * as v1beta2 from '../v1beta2/types.gen.js'

/** Registers the conversions of DaemonSet. */
export function addDaemonSetConversions(scheme: ConversionRegistrar): void {
  addSameKinds(scheme, v1.DaemonSet, v1beta2.DaemonSet)
  scheme.addConversion(v1.DaemonSet, v1.DaemonSet, daemonSetForm)
}

/** The annotation that replaces `spec.templateGeneration` in v1. */
const templateGeneration = 'deprecated.daemonset.template.generation'

/** A daemon set of `extensions/v1beta1` in the form of v1. */
export function daemonSetOfOldVersion(from: DaemonSetV1beta1): DaemonSet {
  const to = recast(from, DaemonSet)
  const { templateGeneration: generation = 0, ...spec } = from.spec ?? {}
  to.metadata = withAnnotations(from.metadata, { [templateGeneration]: String(generation ?? 0) })
  if (from.spec) to.spec = spec as DaemonSetSpec
  return to
}

/**
 * Converts a daemon set of v1 to `extensions/v1beta1`.
 *
 * @throws MachineryError `InvalidAnnotation` for a generation that is not an integer.
 */
export function daemonSetAtOldVersion(from: DaemonSet): DaemonSetV1beta1 {
  const to = recast(from, DaemonSetV1beta1)
  const generation = from.metadata?.annotations?.[templateGeneration]
  if (generation === undefined) return to
  to.metadata = withAnnotations(from.metadata, { [templateGeneration]: undefined })
  const number = generationNumber(generation)
  to.spec = { ...from.spec, ...(number !== 0 && { templateGeneration: number }) }
  return to
}

/** A daemon set of v1 as a server keeps it: the annotation is always there. */
export function daemonSetForm(from: DaemonSet): DaemonSet {
  const form = recast(from, DaemonSet)
  const generation = generationNumber(from.metadata?.annotations?.[templateGeneration] ?? '0')
  form.metadata = withAnnotations(from.metadata, { [templateGeneration]: String(generation) })
  if (from.spec) form.spec = { ...from.spec, template: podTemplateForm(from.spec.template) }
  return form
}

function generationNumber(text: string): number {
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  throw new MachineryError('InvalidAnnotation', `strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`)
}
