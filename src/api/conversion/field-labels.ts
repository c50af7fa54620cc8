import { MachineryError } from '../../errors/machinery-error.js'
import type { KindClass } from '../../runtime/objects/typed-object.js'
import type { ConversionRegistrar } from './conversion-registrar.js'

/** The field labels of a kind. */
export interface FieldLabels {
  /** Versions of the kind. */
  readonly types: readonly KindClass[]
  /** Labels that are known beside those of all kinds. */
  readonly labels: readonly string[]
  /** Labels that have another name in the hub version. */
  readonly renamed?: Readonly<Record<string, string>>
  /** The message for any other label; default `field label not supported: <label>`. */
  readonly refusal?: (label: string, type: KindClass) => string
}

/** Registers which field labels selectors on a kind may name. */
export function addFieldLabels(
  scheme: ConversionRegistrar,
  { types, labels, renamed = {}, refusal = (label) => `field label not supported: ${label}` }: FieldLabels,
): void {
  const known = new Set(labels)
  for (const type of types) {
    scheme.addFieldLabelConversionFunc(type.groupVersionKind, (label, value) => {
      if (Object.hasOwn(renamed, label)) return { label: renamed[label]!, value }
      if (known.has(label)) return { label, value }
      throw new MachineryError('UnknownFieldLabel', refusal(label, type))
    })
  }
}
