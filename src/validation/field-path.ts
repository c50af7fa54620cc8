/** How a step is written: a field after a dot, an item or entry in brackets. */
type Step = 'nothing' | 'field' | 'bracketed'

/**
 * The place of a field in an object, in Go's notation: `spec.containers[0].name`, `metadata.labels[app]`. Immutable.
 *
 * @see {@link fieldPath}
 */
export class FieldPath {
  // Rules make a path for every field and print few of them: the text is built on demand.
  private readonly parent: FieldPath | undefined
  private readonly name: string | number
  private readonly kind: Step

  private constructor(parent: FieldPath | undefined, name: string | number, kind: Step) {
    this.parent = parent
    this.name = name
    this.kind = kind
  }

  /** The path of no field, which prints `<nil>`. */
  static empty(): FieldPath {
    return new FieldPath(undefined, '', 'nothing')
  }

  /** The path of a field of this one, and of fields below it. */
  child(name: string, ...more: readonly string[]): FieldPath {
    let path = this.field(name)
    for (let i = 0; i < more.length; i++) path = path.field(more[i]!)
    return path
  }

  /** The path of a list element. */
  index(index: number): FieldPath {
    return new FieldPath(this.known(), index, 'bracketed')
  }

  /** The path of a map entry. */
  key(key: string): FieldPath {
    return new FieldPath(this.known(), key, 'bracketed')
  }

  /** The outermost element. */
  root(): FieldPath {
    let path: FieldPath = this
    while (path.parent !== undefined) path = path.parent
    return path
  }

  toString(): string {
    if (this.kind === 'nothing') return '<nil>'
    const steps: string[] = []
    for (let path: FieldPath | undefined = this; path !== undefined; path = path.parent) steps.push(path.written())
    return steps.reverse().join('')
  }

  private written(): string {
    if (this.kind === 'bracketed') return `[${this.name}]`
    return this.parent === undefined ? String(this.name) : `.${this.name}`
  }

  private field(name: string): FieldPath {
    return new FieldPath(this.known(), name, name === '' ? 'bracketed' : 'field')
  }

  private known(): FieldPath | undefined {
    return this.kind === 'nothing' ? undefined : this
  }
}

const nothing: FieldPath = /* @__PURE__ */ FieldPath.empty()

/** The path of a field of the object itself, and of fields below it: `fieldPath('spec', 'replicas')`. */
export function fieldPath(name: string, ...more: readonly string[]): FieldPath {
  return nothing.child(name, ...more)
}
