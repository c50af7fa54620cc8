import type { Diagnostics } from '../diagnostics/diagnostic.js'
import type { SourceSpan } from '../diagnostics/source-span.js'

/** Markers that Go's tools know by exact spelling. */
const exact: readonly string[] = [
  'optional',
  'required',
  'nullable',
  'enum',
  'union',
  'unionDiscriminator',
  'listType',
  'listMapKey',
  'mapType',
  'structType',
  'patchStrategy',
  'patchMergeKey',
  'default',
  'genclient',
  'groupName',
  'resourceName',
  'versionName',
]

/**
 * Warns about comment lines that look like markers and that Go's tools would ignore without a word: a space after the
 * plus or around `=`, a colon instead of `=`, or wrong capitals.
 */
export function lintMarkerLine(line: string, diagnostics: Diagnostics, span?: SourceSpan): void {
  const text = line.trim()
  const spaced = /^\+\s+([A-Za-z][\w:-]*)/.exec(text)
  if (spaced !== null && (isKnown(spaced[1] ?? '') || /^\+\s+(k8s|kubebuilder|genclient):/.test(text))) {
    return diagnostics.warning('marker-spacing', `no space may follow "+" in a marker: "${text}" is ignored by Go`, span)
  }
  const named = /^\+([A-Za-z][\w-]*)(\s*)([=:]?)(\s*)/.exec(text)
  if (named === null) return
  const [, name = '', before = '', sign = '', after = ''] = named
  const known = exact.find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  if (known === undefined) return
  if (known !== name) return diagnostics.warning('marker-name', `"+${name}" is ignored by Go; did you mean "+${known}"?`, span)
  if (sign === '=' && before !== '') {
    return diagnostics.warning('marker-spacing', `no space may stand before "=" in "+${name}": the marker is ignored by Go`, span)
  }
  if (sign === '=' && after !== '') {
    return diagnostics.warning('marker-spacing', `no space may follow "=" in "+${name}"`, span)
  }
  if (sign === ':' && name !== 'genclient') {
    diagnostics.warning('marker-spacing', `"+${name}:" is ignored by Go; write "+${name}=…"`, span)
  }
}

function isKnown(name: string): boolean {
  return exact.includes(name)
}
