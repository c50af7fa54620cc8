/** Raw JSON → the text it was read from; see `rememberText`. */
export const sourceTexts: WeakMap<object, string> = /* @__PURE__ */ new WeakMap<object, string>()
