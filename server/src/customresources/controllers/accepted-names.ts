import type { CustomResourceDefinition, CustomResourceDefinitionNames } from 'apimachinery/api/apiextensions/v1'
import { type DefinitionCondition, findCondition } from '../definition-conditions.js'

/** The result of checking the names of a definition. */
export interface NamingOutcome {
  readonly names: CustomResourceDefinitionNames
  readonly namesAccepted: DefinitionCondition
  readonly established: DefinitionCondition
}

/** Names that the definitions of a group hold. */
interface UsedNames {
  readonly resources: ReadonlySet<string>
  readonly kinds: ReadonlySet<string>
}

/**
 * Says which names a definition gets beside those that the definitions of its group hold.
 *
 * Source: `calculateNamesAndConditions` of k8s.io/apiextensions-apiserver/pkg/controller/status.
 */
export function acceptedNames(
  definition: CustomResourceDefinition,
  group: Iterable<CustomResourceDefinition>,
): NamingOutcome {
  const used = usedNames(group)
  const requested = definition.spec.names
  const accepted = definition.status?.acceptedNames ?? { plural: '', kind: '' }
  const names = { ...accepted }
  let conflict: { readonly reason: string; readonly message: string } | undefined
  const claim = (name: 'plural' | 'singular' | 'kind' | 'listKind', taken: ReadonlySet<string>, reason: string) => {
    const wanted = requested[name] ?? ''
    const message = wanted === (accepted[name] ?? '') ? undefined : inUse(wanted, taken)
    if (message === undefined) names[name] = wanted
    else conflict = { reason, message }
  }
  claim('plural', used.resources, 'PluralConflict')
  claim('singular', used.resources, 'SingularConflict')
  const shortNames = claimShortNames(requested.shortNames ?? [], accepted.shortNames ?? [], used.resources)
  if (shortNames !== undefined) conflict = { reason: 'ShortNamesConflict', message: shortNames }
  else assign(names, 'shortNames', requested.shortNames)
  claim('kind', used.kinds, 'KindConflict')
  claim('listKind', used.kinds, 'ListKindConflict')
  assign(names, 'categories', requested.categories)
  const namesAccepted: DefinitionCondition =
    conflict === undefined
      ? { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }
      : { type: 'NamesAccepted', status: 'False', ...conflict }
  return { names, namesAccepted, established: establishedAfter(definition, namesAccepted) }
}

/** Reports whether two definitions have the same names; absent and empty ones are alike. */
export function areSameNames(
  a: CustomResourceDefinitionNames | undefined,
  b: CustomResourceDefinitionNames | undefined,
): boolean {
  return (
    (['plural', 'singular', 'kind', 'listKind'] as const).every((name) => (a?.[name] || '') === (b?.[name] || '')) &&
    (['shortNames', 'categories'] as const).every((name) => areSameTexts(a?.[name] ?? [], b?.[name] ?? []))
  )
}

function areSameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i])
}

function usedNames(group: Iterable<CustomResourceDefinition>): UsedNames {
  const resources = new Set<string>()
  const kinds = new Set<string>()
  for (const { status } of group) {
    const { plural = '', singular = '', shortNames, kind = '', listKind = '' } = status?.acceptedNames ?? {}
    for (const name of [plural, singular, ...(shortNames ?? [])]) resources.add(name)
    for (const name of [kind, listKind]) kinds.add(name)
  }
  return { resources, kinds }
}

function inUse(name: string, taken: ReadonlySet<string>): string | undefined {
  return taken.has(name) ? `${JSON.stringify(name)} is already in use` : undefined
}

/** Conflicts of short names; those that the definition already has do not conflict. */
function claimShortNames(
  requested: readonly string[],
  accepted: readonly string[],
  taken: ReadonlySet<string>,
): string | undefined {
  const messages = new Set<string>()
  for (const name of requested) {
    const message = accepted.includes(name) || name === '' ? undefined : inUse(name, taken)
    if (message !== undefined) messages.add(message)
  }
  if (messages.size === 0) return undefined
  return messages.size === 1 ? [...messages][0] : `[${[...messages].join(', ')}]`
}

function assign<K extends 'shortNames' | 'categories'>(
  names: CustomResourceDefinitionNames,
  key: K,
  value: CustomResourceDefinitionNames[K],
): void {
  if (value === undefined) delete names[key]
  else names[key] = value
}

function establishedAfter(
  definition: CustomResourceDefinition,
  namesAccepted: DefinitionCondition,
): DefinitionCondition {
  const old = findCondition(definition, 'Established') as DefinitionCondition | undefined
  if (old?.status !== 'True' && namesAccepted.status === 'True') {
    const message = 'the initial names have been accepted'
    return { type: 'Established', status: 'False', reason: 'Installing', message }
  }
  return old ?? { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' }
}
