import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { Marker } from '../../markers/marker.js'

/** Tags that are known, without their arguments. */
const known: readonly string[] = [
  'default',
  'enum',
  'genclient',
  'genclient:Namespaced',
  'genclient:method',
  'genclient:noStatus',
  'genclient:noVerbs',
  'genclient:nonNamespaced',
  'genclient:onlyVerbs',
  'genclient:readonly',
  'genclient:skipVerbs',
  'groupName',
  'k8s:conversion-fn',
  'k8s:conversion-gen',
  'k8s:conversion-gen-external-types',
  'k8s:deepcopy-gen',
  'k8s:deepcopy-gen:interfaces',
  'k8s:deepcopy-gen:nonpointer-interfaces',
  'k8s:defaulter-gen',
  'k8s:defaulter-gen-input',
  'k8s:openapi-gen',
  'k8s:prerelease-lifecycle-gen',
  'k8s:protobuf-gen',
  'k8s:required',
  'k8s:optional',
  'k8s:validation-gen',
  'k8s:register-gen',
  'kubebuilder:ac:generate',
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

/** Names after `kubebuilder:validation:`, without `items:`. */
const validations: readonly string[] = [
  'AtLeastOneOf',
  'AtMostOneOf',
  'EmbeddedResource',
  'Enum',
  'ExactlyOneOf',
  'ExclusiveMaximum',
  'ExclusiveMinimum',
  'Format',
  'ListMapKey',
  'ListType',
  'MaxItems',
  'MaxLength',
  'MaxProperties',
  'Maximum',
  'MinItems',
  'MinLength',
  'MinProperties',
  'Minimum',
  'MultipleOf',
  'Nullable',
  'Optional',
  'Pattern',
  'Required',
  'Schemaless',
  'Type',
  'UniqueItems',
  'XEmbeddedResource',
  'XIntOrString',
  'XMetadata',
  'XPreserveUnknownFields',
  'XValidation',
]

/** Warns about an unknown tag that is similar to a known one. */
export function lintTag({ name, span }: Marker, diagnostics: Diagnostics): void {
  const validation = /^kubebuilder:validation:(?:items:)?(\w+)/.exec(name)?.[1]
  const isKnown = validation === undefined ? isKnownName(name) : validations.includes(validation)
  if (isKnown) return
  const base = /^[\w:-]+/.exec(name)?.[0] ?? name
  const best = validation === undefined ? closest(base, known) : closest(validation, validations)
  const full = validation === undefined ? best : best && name.replace(validation, best)
  if (full !== undefined) {
    diagnostics.warning('marker-name', `"+${name}" is ignored by Go; did you mean "+${full}"?`, span)
  } else if (/^(kubebuilder|genclient):/.test(name)) {
    diagnostics.warning('marker-unknown', `"+${name}" is a tag that no tool knows`, span)
  }
}

function isKnownName(name: string): boolean {
  return known.some((each) => name === each || name.startsWith(`${each}:`) || name.startsWith(`${each}(`))
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
