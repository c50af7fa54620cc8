import { MachineryError } from '../../../errors/machinery-error.js'
import { messageOf } from '../../../errors/message-of.js'
import { parseToLabelSelector } from '../../../labels/label-selector.js'
import { selectorFromSet } from '../../../labels/selector.js'
import type { KindClass, KubernetesObject } from '../../../runtime/objects/typed-object.js'
import type { ScaleStatus as OldScaleStatus } from '../../apps/v1beta2/types.gen.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recast, recastWith } from '../../conversion/recast.js'
import { Scale, type ScaleStatus } from '../v1/types.gen.js'

interface OldScale extends KubernetesObject {
  status?: OldScaleStatus | undefined
}

/** Registers the conversions between scales of old versions and that of `autoscaling/v1`, and among the old ones. */
export function addOldScaleConversions(scheme: ConversionRegistrar, ...types: readonly KindClass[]): void {
  for (const type of types) {
    scheme.addConversion<OldScale, Scale>(type, Scale, (from) =>
      recastWith(from, Scale, { status: newStatus(from.status) }),
    )
    scheme.addConversion<Scale, KubernetesObject>(Scale, type, (from) =>
      recastWith(from, type, { status: oldStatus(from.status) }),
    )
    for (const other of types) {
      if (other === type) continue
      scheme.addConversion<KubernetesObject, KubernetesObject>(type, other, (from) => recast(from, other))
    }
  }
}

function newStatus(status: OldScaleStatus | undefined): ScaleStatus | undefined {
  if (!status) return undefined
  const { replicas = 0, selector, targetSelector } = status
  const text = targetSelector || (selector ? selectorFromSet(selector).toString() : '')
  return { replicas, ...(text && { selector: text }) }
}

function oldStatus(status: ScaleStatus | undefined): OldScaleStatus | undefined {
  if (!status) return undefined
  const { replicas = 0, selector: text } = status
  const { matchLabels, matchExpressions } = parsed(text ?? '')
  const isPlain = (matchExpressions ?? []).length === 0
  return {
    replicas,
    ...(isPlain && matchLabels && { selector: matchLabels }),
    ...(text && { targetSelector: text }),
  }
}

function parsed(selector: string): ReturnType<typeof parseToLabelSelector> {
  try {
    return parseToLabelSelector(selector)
  } catch (cause) {
    throw new MachineryError('InvalidSelector', `failed to parse selector: ${messageOf(cause)}`, { cause })
  }
}
