/** Raw JSON → the text it was read from; see `rememberText`. */
export const sourceTexts: WeakMap<object, string> = /* @__PURE__ */ new WeakMap<object, string>()

/** Remembers of a copy what is remembered of its source. */
export function copySourceText(copy: object, source: object): void {
  const text = sourceTexts.get(source)
  if (text !== undefined) sourceTexts.set(copy, text)
}
