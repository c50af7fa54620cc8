/**
 * The place of a field in an object, in Go's notation: `spec.containers[0].name`, `metadata.labels[app]`. Immutable.
 *
 * @see {@link fieldPath}
 */
export class FieldPath {
  private readonly text: string | undefined
  private readonly first: FieldPath | undefined

  private constructor(text: string | undefined, first: FieldPath | undefined) {
    this.text = text
    this.first = first
  }

  /** The path of no field, which prints `<nil>`. */
  static empty(): FieldPath {
    return new FieldPath(undefined, undefined)
  }

  /** The path of a field of this one, and of fields below it. */
  child(name: string, ...more: readonly string[]): FieldPath {
    let path = this.step(name)
    for (const next of more) path = path.step(next)
    return path
  }

  /** The path of a list element. */
  index(index: number): FieldPath {
    return this.extend(`[${index}]`)
  }

  /** The path of a map entry. */
  key(key: string): FieldPath {
    return this.extend(`[${key}]`)
  }

  /** The outermost element. */
  root(): FieldPath {
    return this.first ?? this
  }

  toString(): string {
    return this.text ?? '<nil>'
  }

  private step(name: string): FieldPath {
    if (name === '') return this.extend('[]')
    return this.extend(this.text === undefined ? name : `.${name}`)
  }

  private extend(suffix: string): FieldPath {
    if (this.text === undefined) return new FieldPath(suffix, undefined)
    return new FieldPath(this.text + suffix, this.root())
  }
}

/** The path of a field of the object itself, and of fields below it: `fieldPath('spec', 'replicas')`. */
export function fieldPath(name: string, ...more: readonly string[]): FieldPath {
  return FieldPath.empty().child(name, ...more)
}
