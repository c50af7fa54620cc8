/** Words that name nothing in expressions: CEL keeps them for itself. */
export const reservedWords: readonly string[] =
  /* @__PURE__ */ 'as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  )
const reserved: ReadonlySet<string> = /* @__PURE__ */ new Set([...reservedWords, 'true', 'false', 'null', 'in'])

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}

/** The name of a property in CEL rules: `foo-bar` is `foo__dash__bar`. Undefined for names that rules cannot use. */
export function escapePropertyName(name: string): string | undefined {
  if (!/^[a-zA-Z_./-][a-zA-Z0-9_./-]*$/.test(name)) return undefined
  if (reserved.has(name)) return `__${name}__`
  return name.replace(/__|[./-]/g, (part) => escapes[part]!)
}

/** The property for a name in rules; undefined for names with an invalid escape. */
export function unescapePropertyName(name: string): string | undefined {
  let known = true
  const property = name.replace(/__([^_]+)__/g, (whole, inner: string) => {
    const meant = unescapes[inner]
    if (meant !== undefined) return meant
    if (!reserved.has(inner) || whole.length !== name.length) known = false
    return inner
  })
  return known ? property : undefined
}

const unescapes: Readonly<Record<string, string>> = { underscores: '__', dot: '.', dash: '-', slash: '/' }

/** Reports whether rules may also use the property's own name after a dot: `self.namespace`. */
export function isKeywordProperty(name: string): boolean {
  return reserved.has(name)
}
