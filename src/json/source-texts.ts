import { Provenance } from '../internal/provenance.js'

/**
 * Raw JSON → the text it was read from, if the value alone would not reproduce it: white space, `1.0`, duplicate keys, escapes,
 * the order of integer-like keys. Go keeps the text of such values, so writers that need Go's bytes use it: protobuf writes it
 * unchanged, JSON its `compactText`. Copies of any depth keep it. Of a list that was read without items it is the text of its
 * items: `null` or `undefined`.
 */
export const sourceTexts: Provenance<object, string> = /* @__PURE__ */ new Provenance<object, string>()
