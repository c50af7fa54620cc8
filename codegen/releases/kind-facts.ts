import { literal, quote } from '../back-ends/typescript/names.js'
import type { KindFacts, Lifecycle } from '../ir/declarations.js'
import type { ApiPackage } from '../ir/model.js'
import { declarationHistories, type ReleaseModel } from './release-model.js'

/** A kind in one version of its group, as the releases have it. */
interface KindHistory {
  readonly apiVersion: string
  readonly kind: string
  readonly isList: boolean
  readonly of: readonly { readonly minor: number; readonly facts: KindFacts }[]
}

/** Lines of the tables of kinds: which releases have them, how these serve them, and when they come and go. */
export function kindTables(models: readonly ReleaseModel[]): string[] {
  const kinds = kindHistories(models)
  return [
    '/** `apiVersion` → kinds that not all releases have, as `Kind:first-last`, `*` for other kinds; lists are as their kind. */',
    'export const kindSpans: Readonly<Record<string, string>> = {',
    ...spans(kinds, models),
    '}',
    '',
    '/** `apiVersion Kind` → subresources that came, as `name:first`. */',
    'export const laterSubresources: Readonly<Record<string, string>> = {',
    ...subresources(kinds),
    '}',
    '',
    '/** `apiVersion` → `introduced,deprecated,removed>replacement:Kind Kind; …`, as the newest release has it. */',
    'export const lifecycles: Readonly<Record<string, string>> = {',
    ...lifecycleLines(kinds, models.at(-1)!.release.minor),
    '}',
    '',
    '/** Minor release → lifecycles in which it differs from the newest one; `-`: it has none for the kinds. */',
    'export const earlierLifecycles: Readonly<Record<number, Readonly<Record<string, string>>>> = {',
    ...models
      .slice(0, -1)
      .flatMap(({ release }) => [
        `  ${release.minor}: {`,
        ...lifecycleLines(kinds, release.minor, models.at(-1)!.release.minor).map((line) => `  ${line}`),
        '  },',
      ]),
    '}',
  ]
}

function kindHistories(models: readonly ReleaseModel[]): KindHistory[] {
  return declarationHistories(models).flatMap(({ name, of }) => {
    const facts = of.flatMap(({ minor, package: pkg, declaration }) => {
      if (declaration.form !== 'struct' || declaration.kind === undefined) return []
      return pkg.registered.some((ref) => ref.package === pkg.path && ref.name === name)
        ? [{ minor, facts: declaration.kind }]
        : []
    })
    const pkg = of.at(-1)!.package
    if (facts.length === 0 || pkg.group === undefined || pkg.path.includes('/apis/meta/')) return []
    const { kind, itemType } = facts.at(-1)!.facts
    return [{ apiVersion: apiVersionOf(pkg), kind, isList: itemType !== undefined, of: facts }]
  })
}

const apiVersionOf = ({ group, version }: ApiPackage): string => (group === '' ? version! : `${group}/${version}`)

/** Entries by key, each with the values of that key. */
function grouped<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The first and the last release as `first-last`, without the oldest and the newest one; undefined where all have it. */
function spanOf(minors: readonly number[], models: readonly ReleaseModel[], name: string): string | undefined {
  if (minors.length === models.length) return undefined
  const [first, last] = [minors[0]!, minors.at(-1)!]
  if (last - first + 1 !== minors.length) throw new Error(`${name} goes and comes again`)
  const [oldest, newest] = [models[0]!.release.minor, models.at(-1)!.release.minor]
  return `${first === oldest ? '' : first}-${last === newest ? '' : last}`
}

function spans(kinds: readonly KindHistory[], models: readonly ReleaseModel[]): string[] {
  return grouped(kinds, ({ apiVersion }) => apiVersion).flatMap(([apiVersion, found]) => {
    const minors = models.map(({ release }) => release.minor)
    const having = minors.filter((minor) => found.some(({ of }) => of.some((each) => each.minor === minor)))
    const whole = spanOf(having, models, apiVersion)
    const words = found.flatMap(({ kind, isList, of }) => {
      const span = spanOf(
        of.map(({ minor }) => minor),
        models,
        `${apiVersion} ${kind}`,
      )
      return isList || span === undefined || span === whole ? [] : [`${kind}:${span}`]
    })
    const all = whole === undefined ? words : [`*:${whole}`, ...words]
    return all.length === 0 ? [] : [`  ${quote(apiVersion)}: ${quote(all.join(' '))},`]
  })
}

function subresources(kinds: readonly KindHistory[]): string[] {
  return kinds.flatMap(({ apiVersion, kind, of }) => {
    const newest = of.at(-1)!.facts.resource
    const words = new Set<string>()
    for (const { minor, facts } of of) {
      const { subresources: own = [], ...rest } = facts.resource ?? { subresources: [] }
      const { subresources: last = [], ...expected } = newest ?? { subresources: [] }
      if (literal(rest) !== literal(expected) || own.some((each) => !last.includes(each))) {
        throw new Error(`${apiVersion} ${kind} of ${minor} is served in another way`)
      }
      for (const each of last) if (!own.includes(each)) words.add(`${each}:${minor + 1}`)
    }
    const later = [...words].filter((word) => {
      const [name, minor] = word.split(':')
      return ![...words].some((other) => other.startsWith(`${name}:`) && Number(other.split(':')[1]) > Number(minor))
    })
    return later.length === 0 ? [] : [`  ${quote(`${apiVersion} ${kind}`)}: ${quote(later.join(' '))},`]
  })
}

/** The lifecycles of a release; with `unlike`, only those in which it differs from another one. */
function lifecycleLines(kinds: readonly KindHistory[], minor: number, unlike?: number): string[] {
  const texts = kinds.flatMap(({ apiVersion, kind, isList, of }) => {
    if (isList) return []
    const text = (release: number) =>
      lifecycleText(of.find((each) => each.minor === release)?.facts.lifecycle, kind) ?? '-'
    const own = text(minor)
    const wanted = unlike === undefined ? own !== '-' : own !== text(unlike) && of.some((each) => each.minor === minor)
    return wanted ? [{ apiVersion, kind, text: own }] : []
  })
  return grouped(texts, ({ apiVersion }) => apiVersion).map(([apiVersion, found]) => {
    const words = grouped(found, ({ text }) => text).map(
      ([text, same]) => `${text}:${same.map(({ kind }) => kind).join(' ')}`,
    )
    return `  ${quote(apiVersion)}: ${quote(words.join('; '))},`
  })
}

/** `introduced,deprecated,removed>apiVersion Kind`; the kind is left out of a replacement of the same name. */
function lifecycleText(lifecycle: Lifecycle | undefined, kind: string): string | undefined {
  if (lifecycle === undefined) return undefined
  const { introduced, deprecated = '', removed = '', replacement } = lifecycle
  const minors = [introduced, deprecated, removed].join(',').replace(/,+$/, '')
  if (replacement === undefined) return minors
  const [apiVersion, other] = replacement.split(' ')
  return `${minors}>${other === kind ? apiVersion : replacement}`
}
