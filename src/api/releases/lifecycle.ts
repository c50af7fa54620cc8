import type { GroupVersionKind } from '../../schema/group-version-kind.js'
import { apiVersionText } from '../../schema/identifiers.js'
import { earlierLifecycles, lifecycles } from './kinds.gen.js'
import type { Release } from './release.js'

/** The minor releases of Kubernetes 1 in which a version of a kind comes, is deprecated and goes. */
export interface Lifecycle {
  readonly introduced: number
  readonly deprecated?: number
  /** The first release without it. */
  readonly removed?: number
  /** What to use instead, as `apiVersion Kind`. */
  readonly replacement?: string
}

/**
 * The lifecycle of a version of a built-in kind, as a release states it; undefined where it states none.
 *
 * Source: the `+k8s:prerelease-lifecycle-gen` tags of k8s.io/api.
 */
export function lifecycleOf(release: Release, { group, version, kind }: GroupVersionKind): Lifecycle | undefined {
  const apiVersion = apiVersionText({ group, version })
  const earlier = Object.hasOwn(earlierLifecycles, release.minor) ? earlierLifecycles[release.minor] : undefined
  const text = textOf(earlier, apiVersion, kind) ?? textOf(lifecycles, apiVersion, kind)
  return text === undefined || text === '-' ? undefined : parse(text, kind)
}

/** The text before the `:` behind which a kind is. */
function textOf(
  table: Readonly<Record<string, string>> | undefined,
  apiVersion: string,
  kind: string,
): string | undefined {
  const entries = table !== undefined && Object.hasOwn(table, apiVersion) ? table[apiVersion]!.split('; ') : []
  const found = entries.map((entry) => entry.split(':')).find(([, kinds = '']) => kinds.split(' ').includes(kind))
  return found?.[0]
}

function parse(text: string, kind: string): Lifecycle {
  const [minors = '', replacement] = text.split('>')
  const [introduced = 0, deprecated, removed] = minors.split(',').map(Number)
  return {
    introduced,
    ...(deprecated !== undefined && { deprecated }),
    ...(removed !== undefined && { removed }),
    ...(replacement !== undefined && {
      replacement: replacement.includes(' ') ? replacement : `${replacement} ${kind}`,
    }),
  }
}
