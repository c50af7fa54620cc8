/** Going through a text costs a tenth for each character. */
export const traversal = 0.1

/** Each character of a pattern. */
export const pattern = 0.25

/** The cost of creating a list, a map or an object. */
export const creation = { list: 10, map: 30, struct: 40 } as const

/** Functions of libraries that cost 1 with any arguments. */
export const unitFunctions = `serviceAccount path group resource subresource namespace name allowed reason error errored masked prefixLength
  family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named sign asInteger
  isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch getScheme getHostname getHost
  getPort getEscapedPath getQuery`

/** Types whose values are compared for 1. */
export const unitEquality: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['net.IP', 'net.CIDR', 'kubernetes.Quantity', 'kubernetes.Semver'],
  ...['Authorizer', 'PathCheck', 'GroupCheck', 'ResourceCheck', 'Decision'].map(
    (name) => `kubernetes.authorization.${name}`,
  ),
])

/** A row for each of the names, with spaces between them, of a table by name. */
export function forNames<T>(names: string, row: T): [string, T][] {
  return names.split(/\s+/).map((name) => [name, row])
}
