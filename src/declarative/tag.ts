/** A `+k8s:` validation tag: `maxItems=32`, `subfield(name)=+k8s:format=k8s-long-name`. */
export interface Tag {
  readonly name: string
  /** Arguments in parentheses, unquoted: the positional one under `''`, named ones under their names. */
  readonly args: ReadonlyMap<string, string>
  /** The text after `=`, unquoted; the text of another tag for tags that apply one. */
  readonly value: string
}

const form = /^(?:\+?k8s:)?([A-Za-z]+)(?:\(((?:[^"`)]|"(?:[^"\\]|\\.)*"|`[^`]*`)*)\))?(?:=(.*))?$/s

/** Reads one tag; undefined for text that is not a tag. */
export function parseTag(text: string): Tag | undefined {
  const [found, name = '', args = '', value = ''] = form.exec(text.trim()) ?? []
  return found === undefined ? undefined : { name, args: parseArguments(args), value: unquote(value.trim()) }
}

function parseArguments(text: string): ReadonlyMap<string, string> {
  const parts = text.match(/(?:[^,"`]|"(?:[^"\\]|\\.)*"|`[^`]*`)+/g) ?? []
  return new Map(
    parts.map((part) => {
      const [, name = '', value = ''] = /^\s*(?:([A-Za-z]\w*)\s*:)?\s*(.*?)\s*$/s.exec(part) ?? []
      return [name, unquote(value)] as const
    }),
  )
}

/** Takes the quotes off a text. */
function unquote(text: string): string {
  if (text.startsWith('`') && text.endsWith('`') && text.length > 1) return text.slice(1, -1)
  if (!(text.startsWith('"') && text.endsWith('"') && text.length > 1)) return text
  return text.slice(1, -1).replace(/\\(.)/g, '$1')
}
