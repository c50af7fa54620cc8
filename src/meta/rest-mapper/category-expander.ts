import { GroupResource } from '../../schema/group-resource.js'
import type { Discovery } from '../discovery/discovery.js'
import { servedResources } from './shortcut-expander.js'

/** Expands a category such as `all` to its resources. */
export interface CategoryExpander {
  /** The resources of a category; `undefined` for a category that is not known. */
  expand(category: string): readonly GroupResource[] | undefined
}

/** Categories that are known beforehand. */
export class SimpleCategoryExpander implements CategoryExpander {
  readonly #expansions: ReadonlyMap<string, readonly GroupResource[]>

  constructor(expansions: ReadonlyMap<string, readonly GroupResource[]>) {
    this.#expansions = expansions
  }

  expand(category: string): readonly GroupResource[] | undefined {
    return this.#expansions.get(category)
  }
}

/** The categories that discovery lists. A resource of several versions is there once for each, as in Go. */
export class DiscoveryCategoryExpander implements CategoryExpander {
  readonly #discovery: () => Discovery

  /** @param discovery - the served resources, or a function that returns the current ones. */
  constructor(discovery: Discovery | (() => Discovery)) {
    this.#discovery = typeof discovery === 'function' ? discovery : () => discovery
  }

  expand(category: string): readonly GroupResource[] | undefined {
    const found: GroupResource[] = []
    for (const { group, resource } of servedResources(this.#discovery())) {
      for (const each of resource.categories ?? []) {
        if (each === category) found.push(new GroupResource(group, resource.name))
      }
    }
    return found.length === 0 ? undefined : found
  }
}

/** The union of several expanders, each resource once. */
export class UnionCategoryExpander implements CategoryExpander {
  readonly #expanders: readonly CategoryExpander[]

  constructor(expanders: readonly CategoryExpander[]) {
    this.#expanders = [...expanders]
  }

  expand(category: string): readonly GroupResource[] | undefined {
    const expansions = this.#expanders.map((expander) => expander.expand(category)).filter((each) => each !== undefined)
    if (expansions.length === 0) return undefined
    return [...new Map(expansions.flat().map((resource) => [resource.toString(), resource])).values()]
  }
}
