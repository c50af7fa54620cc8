import { dynType, isDyn, isOpen, isParameter, isSameType, type StaticType } from '../values/cel-static-type.js'

const scalars: ReadonlySet<string> = /* @__PURE__ */ new Set('bool bytes double int string uint'.split(' '))

/** The known types of the type parameters of an expression. */
export class TypeMapping {
  readonly #known = new Map<string, StaticType>()
  /** What was known before each change, so that it can be taken back. */
  readonly #changes: { readonly parameter: string; readonly before: StaticType | undefined }[] = []

  /** Sets the type of a type parameter. */
  set(parameter: string, type: StaticType): void {
    this.#changes.push({ parameter, before: this.#known.get(parameter) })
    this.#known.set(parameter, type)
  }

  /** Reports whether a value of one type is assignable to the other; if so, records the types of parameters. */
  assign(to: StaticType, from: StaticType): boolean {
    return this.#keep(() => this.#assignable(to, from))
  }

  /** The same for all pairs of two lists. */
  assignAll(given: readonly StaticType[], wanted: readonly StaticType[]): boolean {
    return this.#keep(() => this.#allAssignable(given, wanted))
  }

  /** The type with its parameters replaced. @param open - what parameters become that nothing is known of. */
  substitute(type: StaticType, open: 'dyn' | 'keep' = 'keep'): StaticType {
    const known = isParameter(type) ? this.#known.get(type.name) : undefined
    if (known !== undefined) return this.substitute(known, open)
    if (isParameter(type)) return open === 'dyn' ? dynType : type
    if (type.params === undefined) return type
    const params = type.params.map((param) => this.substitute(param, open))
    return params.every((param, i) => param === type.params?.[i]) ? type : { ...type, params }
  }

  #keep(work: () => boolean): boolean {
    const start = this.#changes.length
    const fits = work()
    if (!fits) this.#revert(start)
    return fits
  }

  #revert(start: number): void {
    for (const { parameter, before } of this.#changes.splice(start).reverse()) {
      if (before === undefined) this.#known.delete(parameter)
      else this.#known.set(parameter, before)
    }
  }

  #assignable(a: StaticType, b: StaticType): boolean {
    if (isParameter(b)) {
      const found = this.#bind(a, b)
      if (found !== 'unknown') return found
    }
    if (isParameter(a)) return this.#bind(b, a) === true
    if (isOpen(a) || isOpen(b)) return true
    if (a.name === 'null_type') return b.name === 'null_type' || isNullable(b)
    if (b.name === 'null_type') return isNullable(a)
    if (a.name !== b.name) return false
    return a.name === 'type' || this.#allAssignable(a.params ?? [], b.params ?? [])
  }

  #allAssignable(a: readonly StaticType[], b: readonly StaticType[]): boolean {
    return a.length === b.length && a.every((each, i) => this.#assignable(each, b[i]!))
  }

  /** Binds a parameter to a type; `unknown` if the type contains the parameter itself. */
  #bind(type: StaticType, parameter: StaticType): boolean | 'unknown' {
    if (isSameType(type, parameter)) return true
    const known = this.#known.get(parameter.name)
    if (known === undefined) {
      if (!this.#isFree(parameter, type)) return 'unknown'
      this.set(parameter.name, type)
      return true
    }
    if (isSameType(type, known)) return true
    if (!this.#assignable(type, known)) return false
    const general = moreGeneral(type, known)
    if (this.#isFree(parameter, general)) this.set(parameter.name, general)
    return true
  }

  #isFree(parameter: StaticType, within: StaticType): boolean {
    if (isSameType(parameter, within)) return false
    if (isParameter(within)) {
      const known = this.#known.get(within.name)
      return known === undefined || this.#isFree(parameter, known)
    }
    return (within.params ?? []).every((param) => this.#isFree(parameter, param))
  }
}

function isNullable({ name }: StaticType): boolean {
  return !scalars.has(name) && name !== 'list' && name !== 'map' && name !== 'type'
}

/** The more general one of two compatible types. */
export function moreGeneral(a: StaticType, b: StaticType): StaticType {
  return isLessSpecific(a, b) ? a : b
}

function isLessSpecific(a: StaticType, b: StaticType): boolean {
  if (isDyn(a) || isParameter(a)) return true
  if (isDyn(b) || isParameter(b)) return false
  if (a.name !== b.name) return false
  const [first, second] = [a.params ?? [], b.params ?? []]
  if (a.name === 'type') return true
  return first.length === second.length && first.every((each, i) => isLessSpecific(each, second[i]!))
}
