import type { ConversionHooks } from './generated/v1alpha1/conversions.gen.js'

/** Under this annotation v1alpha1 keeps what only v1beta1 has a field for. */
const appetiteAnnotation = 'wardle.example.com/appetite'

/** What the generator could not write: a reference is one field in v1alpha1 and two in v1beta1. */
export const conversionHooks: ConversionHooks = {
  flunderSpecToV1beta1(from, to) {
    if (from.reference === undefined) return
    if (from.referenceType === 'Fischer') to.fischerReference = from.reference
    else to.flunderReference = from.reference
  },
  flunderSpecToV1alpha1(from, to) {
    const reference = from.referenceType === 'Fischer' ? from.fischerReference : from.flunderReference
    if (reference !== undefined) to.reference = reference
  },
  flunderToV1beta1(from, to) {
    const { [appetiteAnnotation]: appetite, ...annotations } = from.metadata?.annotations ?? {}
    if (appetite === undefined) return
    to.spec.appetite = Number(appetite)
    to.metadata = { ...from.metadata, annotations }
    if (Object.keys(annotations).length === 0) delete to.metadata.annotations
  },
  flunderToV1alpha1(from, to) {
    const { appetite } = from.spec
    if (appetite === undefined) return
    to.metadata = {
      ...from.metadata,
      annotations: { ...from.metadata?.annotations, [appetiteAnnotation]: `${appetite}` },
    }
  },
}
