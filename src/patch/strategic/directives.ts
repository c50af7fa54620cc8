/** Marks a map that is to be replaced or deleted. */
export const directiveMarker = '$patch'
export const deleteDirective = 'delete'
export const replaceDirective = 'replace'
export const mergeDirective = 'merge'
/** Names the members of a map that stay; all others go. */
export const retainKeysDirective = '$retainKeys'
/** `$deleteFromPrimitiveList/field`: values to take out of a list of scalars. */
export const deletionListPrefix = '$deleteFromPrimitiveList'
/** `$setElementOrder/field`: the order of a merged list. */
export const elementOrderPrefix = '$setElementOrder'

const dollar = 36

/** Reports whether a key may be a directive; cheap, for the common case that none is. */
export function mayBeDirective(key: string): boolean {
  return key.charCodeAt(0) === dollar
}

/** The field after `prefix/`; undefined when the key has no such part. */
export function directiveField(key: string, prefix: string): string | undefined {
  const slash = key.indexOf('/')
  return slash === prefix.length && key.startsWith(prefix) ? key.slice(slash + 1) : undefined
}
