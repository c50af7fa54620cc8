import { MachineryError } from 'apimachinery/errors'

/** Where the objects of a resource are below the key prefix of a server, without slashes at its ends. */
export function resourcePath(group: string, resource: string): string {
  return group === '' ? resource : `${group}/${resource}`
}

/**
 * A path that was written by hand, without the slashes at its ends.
 * @throws MachineryError `InvalidValue` for a path with empty parts, `.` or `..`.
 */
export function readResourcePath(text: string, kind: string): string {
  const path = text.replace(/^\/+|\/+$/g, '')
  if (path.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new MachineryError('InvalidValue', `${kind}: keyPrefix ${JSON.stringify(text)} is no key`)
  }
  return path
}

/**
 * Refuses resources that would list the objects of one another, because the path of one begins with that of another.
 * @throws MachineryError `InvalidValue`.
 */
export function requireOwnPaths(resources: readonly { readonly path: string; readonly kind: string }[]): void {
  for (const [index, { path, kind }] of resources.entries()) {
    const other = resources.find((each, at) => at !== index && `${path}/`.startsWith(`${each.path}/`))
    if (other === undefined) continue
    const message = `the keys of ${kind}, ${path}, are among those of ${other.kind}, ${other.path}`
    throw new MachineryError('InvalidValue', message)
  }
}
