import { MachineryError } from 'apimachinery/errors'

/** The target of a request: the parts of its path. */
export interface RequestTarget {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly namespace: string | undefined
  readonly name: string
  readonly subresource: string
}

/** The problem of a path segment, in Go's wording; `undefined` if there is none. */
export function isValidPathSegmentName(name: string): string | undefined {
  if (name === '.' || name === '..') return `may not be '${name}'`
  if (name.includes('/')) return `may not contain '/'`
  if (name.includes('%')) return `may not contain '%'`
  return undefined
}

/** @throws MachineryError `InvalidRequest` */
export function checkSegment(what: string, name: string): string {
  const problem = isValidPathSegmentName(name)
  if (problem !== undefined) {
    throw new MachineryError('InvalidRequest', `invalid ${what} ${JSON.stringify(name)}: [${problem}]`)
  }
  return name
}

/** The path of a target: `/apis/apps/v1/namespaces/prod/deployments/web/status`. @throws MachineryError `InvalidRequest` */
export function targetPath({ group, version, resource, namespace, name, subresource }: RequestTarget): string {
  let path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`
  if (namespace !== undefined && namespace !== '') path += `/namespaces/${segment('namespace', namespace)}`
  path += `/${resource.toLowerCase()}`
  if (name !== '') path += `/${segment('resource name', name)}`
  if (subresource !== '') path += `/${subresource}`
  return path
}

function segment(what: string, text: string): string {
  return encodePath(checkSegment(what, text))
}

/** A path as Go writes it: slashes, and characters that are allowed in a path, are kept. */
export function encodePath(text: string): string {
  return encodeURI(text).replace(/[?#!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** @throws MachineryError `InvalidRequest` for a missing namespace, in Go's wording. */
export function checkNamespace(method: string, { namespace, name, resource }: RequestTarget): void {
  if (namespace !== '') return
  if (method === 'POST') {
    const where = `set metadata.namespace of the object, or use the resource client's namespace('…')`
    throw new MachineryError(
      'InvalidRequest',
      `an empty namespace may not be set during creation: ${resource}: ${where}`,
    )
  }
  if (name !== '' && ['GET', 'PUT', 'DELETE', 'PATCH'].includes(method)) {
    const message = 'an empty namespace may not be set when a resource name is provided'
    const where = `set namespace of the key or metadata.namespace of the object, or use the resource client's namespace('…')`
    throw new MachineryError('InvalidRequest', `${message}: ${resource} ${JSON.stringify(name)}: ${where}`)
  }
}
