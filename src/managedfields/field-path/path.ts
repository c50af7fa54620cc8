import { fieldNameElement, indexElement, PathElement } from './path-element.js'

/** Selects a field, however deep: one element per level, from the root. */
export type Path = readonly PathElement[]

/** Input of {@link makePath}: an element itself, a field name, an index. */
export type PathPart = PathElement | string | number

/** Makes a path: strings are field names, numbers are indexes. */
export function makePath(...parts: PathPart[]): Path {
  return parts.map((part) => {
    if (part instanceof PathElement) return part
    return typeof part === 'string' ? fieldNameElement(part) : indexElement(part)
  })
}

/** The path as error messages show it: `.spec.containers[name="web"].image`. */
export function pathText(path: Path): string {
  return path.join('')
}

/** Reports whether two paths have the same elements in the same order. */
export function equalPaths(a: Path, b: Path): boolean {
  return a.length === b.length && a.every((element, i) => element.equals(b[i]!))
}

/** Orders paths element by element; a prefix comes before longer paths. */
export function comparePaths(a: Path, b: Path): number {
  const shared = Math.min(a.length, b.length)
  for (let i = 0; i < shared; i++) {
    const order = a[i]!.compare(b[i]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}
