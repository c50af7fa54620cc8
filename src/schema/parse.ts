import { MachineryError } from '../errors/machinery-error.js'
import { GroupKind, GroupResource, GroupVersion, GroupVersionKind, GroupVersionResource } from './identifiers.js'

/**
 * Parses the text of `apiVersion`: `apps/v1`, or `v1` for the core group. The empty text and `/` give the empty
 * GroupVersion.
 *
 * @throws {MachineryError} `InvalidGroupVersion` if the text has more than one slash.
 */
export function parseGroupVersion(text: string): GroupVersion {
  if (text === '' || text === '/') return new GroupVersion('', '')
  const slash = text.indexOf('/')
  if (slash === -1) return new GroupVersion('', text)
  if (text.indexOf('/', slash + 1) !== -1) {
    throw new MachineryError('InvalidGroupVersion', `unexpected GroupVersion string: ${text}`)
  }
  return new GroupVersion(text.slice(0, slash), text.slice(slash + 1))
}

/** Reads `Kind.group.example.com`; everything after the first dot is the group. */
export function parseGroupKind(text: string): GroupKind {
  const [kind, group] = cutAtDot(text)
  return new GroupKind(group, kind)
}

/** Reads `resource.group.example.com`; everything after the first dot is the group. */
export function parseGroupResource(text: string): GroupResource {
  const [resource, group] = cutAtDot(text)
  return new GroupResource(group, resource)
}

/**
 * Parses a kind as users type it: `Kind.group.com` or `Kind.version.group.com`. Returns both interpretations, because only
 * a caller with the registered versions can choose; the versioned one is `undefined` if the text has fewer than two dots.
 */
export function parseKindArg(text: string): {
  readonly groupVersionKind: GroupVersionKind | undefined
  readonly groupKind: GroupKind
} {
  const parts = cutAtTwoDots(text)
  const groupVersionKind = parts === undefined ? undefined : new GroupVersionKind(parts[2], parts[1], parts[0])
  return { groupVersionKind, groupKind: parseGroupKind(text) }
}

/**
 * Reads what a user typed for a resource, which is either `resource.group.com` or `resource.version.group.com`. Both
 * readings are given back; the versioned one is `undefined` when the text has fewer than two dots.
 */
export function parseResourceArg(text: string): {
  readonly groupVersionResource: GroupVersionResource | undefined
  readonly groupResource: GroupResource
} {
  const parts = cutAtTwoDots(text)
  const groupVersionResource = parts === undefined ? undefined : new GroupVersionResource(parts[2], parts[1], parts[0])
  return { groupVersionResource, groupResource: parseGroupResource(text) }
}

/**
 * The kind of an object with these two properties. An `apiVersion` that cannot be parsed counts as empty, as in Go; {@link
 * parseGroupVersion} throws instead.
 */
export function fromAPIVersionAndKind(apiVersion: string, kind: string): GroupVersionKind {
  const slash = apiVersion.indexOf('/')
  if (slash === -1) return new GroupVersionKind('', apiVersion, kind)
  if (apiVersion.indexOf('/', slash + 1) !== -1) return new GroupVersionKind('', '', kind)
  return new GroupVersionKind(apiVersion.slice(0, slash), apiVersion.slice(slash + 1), kind)
}

function cutAtDot(text: string): readonly [before: string, after: string] {
  const dot = text.indexOf('.')
  return dot === -1 ? [text, ''] : [text.slice(0, dot), text.slice(dot + 1)]
}

function cutAtTwoDots(text: string): readonly [string, string, string] | undefined {
  const first = text.indexOf('.')
  const second = first === -1 ? -1 : text.indexOf('.', first + 1)
  if (second === -1) return undefined
  return [text.slice(0, first), text.slice(first + 1, second), text.slice(second + 1)]
}
