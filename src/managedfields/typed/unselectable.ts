import { PathElement } from '../field-path/path-element.js'

/**
 * Placeholder for the items of a list that cannot be selected. It stays within the sets that the library makes for itself.
 */
class NothingSelected extends PathElement {
  readonly kind = 'none'
  protected readonly rank = 4

  protected serialize(): string {
    return ''
  }

  protected compareSameKind(): number {
    return 0
  }

  toString(): string {
    return '{{invalid path element}}'
  }
}

/** The one element of items that nothing selects. */
export const unselectable: PathElement = /* @__PURE__ */ new NothingSelected()
