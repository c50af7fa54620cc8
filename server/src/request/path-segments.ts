/**
 * The segments of a path without the slashes around it. A segment between two slashes may be empty: routes do not skip it.
 *
 * Source: `splitPath` of k8s.io/apiserver/pkg/endpoints/request, and `tokenizePath` of go-restful.
 */
export function pathSegments(path: string): string[] {
  let start = 0
  let end = path.length
  while (start < end && path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return start === end ? [] : path.slice(start, end).split('/')
}
