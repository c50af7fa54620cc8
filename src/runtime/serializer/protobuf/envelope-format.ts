/** `k8s` and a zero byte: what every enveloped message begins with. */
export const envelopePrefix: Uint8Array = /* @__PURE__ */ Uint8Array.of(0x6b, 0x38, 0x73, 0x00)

/** Number and wire type of the envelope's field with version and kind. */
export const typeMetaTag = 0x0a

/** Number and wire type of the field of an envelope that holds the object. */
export const rawTag = 0x12
