import type { Diagnostics } from '../diagnostics/diagnostic.js'
import { clientTagProblem, clientTags } from './client-tag.js'
import { rules } from './known-rules.js'
import type { Marker } from './marker.js'

/** Tags that are known, without their arguments. */
const known: readonly string[] = [
  'default',
  'enum',
  ...clientTags,
  'groupName',
  'k8s:conversion-fn',
  'k8s:conversion-gen',
  'k8s:conversion-gen-external-types',
  'k8s:deepcopy-gen',
  'k8s:deepcopy-gen:interfaces',
  'k8s:deepcopy-gen:nonpointer-interfaces',
  'k8s:defaulter-gen',
  'k8s:defaulter-gen-input',
  'k8s:deprecated',
  'k8s:openapi-gen',
  'k8s:openapi-model-package',
  'k8s:prerelease-lifecycle-gen',
  'k8s:protobuf-gen',
  'k8s:validation',
  'k8s:validation-gen',
  'k8s:validation-gen-input',
  'k8s:validation-gen-nolint',
  'k8s:validation-gen-scheme-registry',
  'k8s:validation-gen-test-fixture',
  'k8s:register-gen',
  'kubebuilder:ac:generate',
  'kubebuilder:ac:output:package',
  'kubebuilder:default',
  'kubebuilder:deprecatedversion',
  'kubebuilder:example',
  'kubebuilder:metadata',
  'kubebuilder:object:generate',
  'kubebuilder:object:root',
  'kubebuilder:printcolumn',
  'kubebuilder:pruning:PreserveUnknownFields',
  'kubebuilder:resource',
  'kubebuilder:selectablefield',
  'kubebuilder:skip',
  'kubebuilder:skipversion',
  'kubebuilder:storageversion',
  'kubebuilder:subresource:scale',
  'kubebuilder:subresource:status',
  'kubebuilder:title',
  'kubebuilder:unservedversion',
  'kubebuilder:validation',
  'kubebuilder:rbac',
  'kubebuilder:webhook',
  'kubebuilder:webhookconfiguration',
  'kubebuilder:externalDocs',
  'kubebuilder:listType',
  'listMapKey',
  'listType',
  'mapType',
  'nullable',
  'optional',
  'patchMergeKey',
  'patchStrategy',
  'protobuf',
  'required',
  'structType',
  'union',
  'unionDeprecated',
  'unionDiscriminator',
  'versionName',
]

/** Names after `genclient:`. */
const clientOptions: readonly string[] = known.flatMap((each) =>
  each.startsWith('genclient:') ? [each.slice('genclient:'.length)] : [],
)

/** Names after `kubebuilder:validation:`, without `items:`. */
const validations: readonly string[] =
  `AtLeastOneOf AtMostOneOf EmbeddedResource Enum ExactlyOneOf ExclusiveMaximum ExclusiveMinimum Format ListMapKey
  ListType MaxItems MaxLength MaxProperties Maximum MinItems MinLength MinProperties Minimum MultipleOf Nullable
  Optional Pattern Required Schemaless Type UniqueItems XEmbeddedResource XIntOrString XMetadata
  XPreserveUnknownFields XValidation`.split(/\s+/)

/**
 * Reports a tag that no tool knows: an error for those of client-gen, which refuses them as well, otherwise a warning, with the
 * known tag that is most like it. Tags of other families are only reported where they are nearly a known one.
 */
export function lintTag(marker: Marker, diagnostics: Diagnostics): void {
  const { span } = marker
  // Spaces are reported with the line.
  const name = marker.name.trim()
  const problem = clientTagProblem(marker)
  if (problem !== undefined) {
    diagnostics.error('client-tag', withNearest(problem, nearest(name)), span)
    return
  }
  if (isKnownName(name) || hasSimilarCase(name)) return
  const near = nearest(name)
  if (near !== undefined) {
    diagnostics.warning('marker-name', `"+${name}" is ignored by Go; did you mean "+${near}"?`, span)
  } else if (/^(kubebuilder|k8s):/.test(name)) {
    diagnostics.warning('marker-unknown', `"+${name}" is a tag that no tool knows`, span)
  }
}

function withNearest(problem: string, near: string | undefined): string {
  return near === undefined || !problem.startsWith('unknown tag') ? problem : `${problem}; did you mean "+${near}"?`
}

/** The whole known tag that is most like `name`. */
function nearest(name: string): string | undefined {
  const base = /^[\w:-]+/.exec(name)?.[0] ?? name
  const [, family, word] = /^(kubebuilder:validation:(?:items:)?|k8s:|genclient:)(\w+)/.exec(name) ?? []
  if (family === undefined || word === undefined) return closest(base, known)
  const best = closest(word, family === 'k8s:' ? rules : family === 'genclient:' ? clientOptions : validations)
  return best === undefined ? (family === 'k8s:' ? closest(base, known) : undefined) : name.replace(word, best)
}

function isKnownName(name: string): boolean {
  const validation = /^kubebuilder:validation:(?:items:)?(\w+)/.exec(name)?.[1]
  if (validation !== undefined) return validations.includes(validation)
  const rule = /^k8s:(\w+)(?=$|[(=:])/.exec(name)?.[1]
  if (rule !== undefined && rules.includes(rule)) return true
  return known.some(
    (each) =>
      name === each || name.startsWith(`${each}:`) || name.startsWith(`${each}.`) || name.startsWith(`${each}(`),
  )
}

/** Wrong capitals of plain markers are reported with the line. */
function hasSimilarCase(name: string): boolean {
  const plain = /^[A-Za-z]\w*$/.test(name)
  return plain && known.some((each) => each !== name && each.toLowerCase() === name.toLowerCase())
}

function closest(name: string, candidates: readonly string[]): string | undefined {
  // A tag's last part may be an argument, as in `kubebuilder:resource:scope`.
  const starts = name.split(':').map((_, index, parts) => parts.slice(0, index + 1).join(':'))
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    for (const start of starts) {
      const distance = editDistance(start, candidate)
      const isClose = distance <= (candidate.length > 6 ? 2 : 1) && start.charAt(0) !== ''
      if (isClose && (best === undefined || distance < best.distance)) best = { candidate, distance }
    }
  }
  return best?.candidate
}

/** Letters to change, add or take away to get from one word to the other. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next[j] = Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[b.length] ?? 0
}
