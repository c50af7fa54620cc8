import type { Diagnostics } from '../diagnostics/diagnostic.js'
import type { SourceSpan } from '../diagnostics/source-span.js'

/** Markers that Go's tools match exactly. */
const exact: readonly string[] =
  `optional required nullable enum union unionDiscriminator listType listMapKey mapType structType
  patchStrategy patchMergeKey default genclient groupName resourceName versionName`.split(/\s+/)

/**
 * Warns about comment lines that look like markers and that Go's tools would ignore without a word: a space after the
 * plus or around `=`, a colon instead of `=`, or wrong capitals; and about markers of controller-tools for outputs that this
 * generator does not write.
 */
export function lintMarkerLine(line: string, diagnostics: Diagnostics, span?: SourceSpan): void {
  const text = line.trim()
  const problem = spacingProblem(text) ?? namingProblem(text) ?? unreadProblem(text)
  if (problem !== undefined) diagnostics.warning(problem.code, problem.message, span)
}

/** Warns only about markers for outputs that this generator does not write. */
export function lintUnreadMarker(line: string, diagnostics: Diagnostics, span?: SourceSpan): void {
  const problem = unreadProblem(line.trim())
  if (problem !== undefined) diagnostics.warning(problem.code, problem.message, span)
}

interface Problem {
  readonly code: 'marker-spacing' | 'marker-name' | 'marker-unread'
  readonly message: string
}

function spacingProblem(text: string): Problem | undefined {
  const name = /^\+\s+([A-Za-z][\w:-]*)/.exec(text)?.[1]
  if (name === undefined || !(exact.includes(name) || /^(k8s|kubebuilder|genclient):/.test(name))) return undefined
  return { code: 'marker-spacing', message: `no space may follow "+" in a marker: "${text}" is ignored by Go` }
}

function namingProblem(text: string): Problem | undefined {
  const parts = /^\+([A-Za-z][\w-]*)(\s*)([=:]?)(\s*)/.exec(text)
  const [, name = '', before = '', sign = '', after = ''] = parts ?? []
  const known = exact.find((candidate) => candidate.toLowerCase() === name.toLowerCase())
  if (known === undefined) return undefined
  const spacing = (message: string): Problem => ({ code: 'marker-spacing', message })
  if (known !== name) {
    return { code: 'marker-name', message: `"+${name}" is ignored by Go; did you mean "+${known}"?` }
  }
  if (sign === '=' && before !== '') {
    return spacing(`no space may stand before "=" in "+${name}": the marker is ignored by Go`)
  }
  if (sign === '=' && after !== '') return spacing(`no space may follow "=" in "+${name}"`)
  if (sign === ':' && name !== 'genclient') return spacing(`"+${name}:" is ignored by Go; write "+${name}=…"`)
  return undefined
}

/** Markers from which controller-gen makes roles and webhook configurations. */
const unread: Readonly<Record<string, string>> = {
  rbac: 'roles',
  webhook: 'webhook configurations',
  webhookconfiguration: 'webhook configurations',
}

function unreadProblem(text: string): Problem | undefined {
  const [, name = ''] = /^\+kubebuilder:([a-z]+)(?::|$)/.exec(text) ?? []
  if (!Object.hasOwn(unread, name)) return undefined
  return {
    code: 'marker-unread',
    message: `"+kubebuilder:${name}" is not read: no ${unread[name]} are written; controller-gen writes them`,
  }
}
