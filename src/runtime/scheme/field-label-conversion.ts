import { MachineryError } from '../../errors/machinery-error.js'
import { quote } from '../../internal/quote.js'

/** A field of a field selector and the value it is compared with. */
export interface FieldLabel {
  readonly label: string
  readonly value: string
}

/** Turns a field label of one version into what the hub version calls it. @throws for a label that is not known. */
export type FieldLabelConversionFunction = (label: string, value: string) => FieldLabel

/**
 * The rule for kinds without their own conversion: `metadata.name` and `metadata.namespace` pass unchanged.
 *
 * @throws {@link MachineryError} `UnknownFieldLabel` for every other label.
 */
export function defaultMetaV1FieldSelectorConversion(label: string, value: string): FieldLabel {
  if (label === 'metadata.name' || label === 'metadata.namespace') return { label, value }
  throw new MachineryError(
    'UnknownFieldLabel',
    `${quote(label)} is not a known field selector: only "metadata.name", "metadata.namespace"`,
  )
}
