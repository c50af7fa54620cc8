/** A kind of patch together with the content type it is sent as, so that the two cannot disagree. */
export interface PatchType {
  /** Short name, as on the command line. */
  readonly name: 'json' | 'merge' | 'strategic' | 'apply' | 'apply-cbor'
  /** Media type of the request body. */
  readonly contentType: string
}

const json: PatchType = /* @__PURE__ */ Object.freeze({ name: 'json', contentType: 'application/json-patch+json' })
const merge: PatchType = /* @__PURE__ */ Object.freeze({ name: 'merge', contentType: 'application/merge-patch+json' })
const strategicMerge: PatchType = /* @__PURE__ */ Object.freeze({
  name: 'strategic',
  contentType: 'application/strategic-merge-patch+json',
})
const applyYAML: PatchType = /* @__PURE__ */ Object.freeze({
  name: 'apply',
  contentType: 'application/apply-patch+yaml',
})
const applyCBOR: PatchType = /* @__PURE__ */ Object.freeze({
  name: 'apply-cbor',
  contentType: 'application/apply-patch+cbor',
})

/** The kinds of patch an API server takes. */
export const PatchType: {
  /** JSON Patch, RFC 6902. */
  readonly JSON: PatchType
  /** JSON merge patch, RFC 7396. */
  readonly Merge: PatchType
  /** Strategic merge patch. */
  readonly StrategicMerge: PatchType
  /** Server-side apply, as YAML or JSON. */
  readonly Apply: PatchType
  /** Server-side apply, as CBOR. */
  readonly ApplyCBOR: PatchType
} = /* @__PURE__ */ Object.freeze({
  JSON: json,
  Merge: merge,
  StrategicMerge: strategicMerge,
  Apply: applyYAML,
  ApplyCBOR: applyCBOR,
})

/** The kind of patch that is sent as `contentType`, parameters ignored; undefined for any other media type. */
export function patchTypeForContentType(contentType: string): PatchType | undefined {
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase()
  return Object.values(PatchType).find((type) => type.contentType === mediaType)
}

/** The kind of patch with a {@link PatchType.name}; undefined for any other name. */
export function patchTypeByName(name: string): PatchType | undefined {
  return Object.values(PatchType).find((type) => type.name === name)
}
