/** A pod by its name. */
export interface PodName {
  readonly namespace: string
  readonly name: string
}

/** What a document says about some pods. */
export interface PodRule<E> {
  /** `true` for a document about one pod: no other is asked about it. */
  readonly isForOne: boolean
  readonly matches: (pod: PodName) => boolean
  readonly entries: readonly E[]
}

/** What an entry is for: containers by their names, or ports; all of them where the list is empty. */
export type EntryKeys<E, K> = (entry: E) => readonly K[]

/** What is looked for. */
export interface RuleQuery<E, K> {
  readonly pod: PodName
  readonly key: K
  readonly keysOf: EntryKeys<E, K>
}

/** Why nothing was found: the document for the pod has no entry, or there is none at all. */
export type NoRule = 'noEntry' | 'noRule'

/** The entry for a container or a port of a pod: of the document for that pod, or else of the first one for many that has an entry. */
export function findEntry<E extends object, K>(rules: readonly PodRule<E>[], query: RuleQuery<E, K>): E | NoRule {
  const own = rules.find(({ isForOne, matches }) => isForOne && matches(query.pod))
  if (own !== undefined) return entryFor(own.entries, query) ?? 'noEntry'
  for (const { isForOne, matches, entries } of rules) {
    const entry = isForOne || !matches(query.pod) ? undefined : entryFor(entries, query)
    if (entry !== undefined) return entry
  }
  return 'noRule'
}

/** An entry that names the key comes before the one for all keys. */
function entryFor<E, K>(entries: readonly E[], { key, keysOf }: RuleQuery<E, K>): E | undefined {
  return entries.find((entry) => keysOf(entry).includes(key)) ?? entries.find((entry) => keysOf(entry).length === 0)
}
