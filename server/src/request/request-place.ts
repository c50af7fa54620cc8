/** How far a path goes below `/api` or `/apis`; `elsewhere` for all others, and for those below `/apis` whose group is empty. */
export type PlaceLevel = 'elsewhere' | 'root' | 'group' | 'version' | 'resource'

/** Where the path of a request leads: what routers, discovery, the aggregator and the routes of resources look at. */
export interface RequestPlace {
  readonly level: PlaceLevel
  /** The first segment where it is `api` or `apis`; empty for others. */
  readonly prefix: 'api' | 'apis' | ''
  /** Empty for the core group, and where the path names none. */
  readonly group: string
  /** Empty where the path names none. */
  readonly version: string
  /** The segments without the slashes around them. One between two slashes is empty: routes do not skip it. */
  readonly segments: readonly string[]
  /** Index of the first segment after the version, 0 outside of the API. */
  readonly start: number
}

const levels: Readonly<Record<RequestPlace['prefix'], readonly PlaceLevel[]>> = {
  api: ['elsewhere', 'root', 'version'],
  apis: ['elsewhere', 'root', 'group', 'version'],
  '': [],
}

/**
 * Reads a decoded path, once for each request.
 *
 * Source: `splitPath` of k8s.io/apiserver/pkg/endpoints/request, `tokenizePath` of go-restful, and the director of
 * k8s.io/apiserver/pkg/server, which compares the beginning of a path with `/apis/group` slash by slash.
 */
export function requestPlace(path: string): RequestPlace {
  const segments = segmentsOf(path)
  const [first, second = '', third = ''] = segments
  if (first === 'api') {
    return { level: levelOf(first, segments), prefix: first, group: '', version: second, segments, start: 2 }
  }
  if (first !== 'apis') return { level: 'elsewhere', prefix: '', group: '', version: '', segments, start: 0 }
  const isNowhere = second === '' && (segments.length > 1 || path.endsWith('//'))
  const level = isNowhere ? 'elsewhere' : levelOf(first, segments)
  return { level, prefix: first, group: second, version: third, segments, start: 3 }
}

function levelOf(prefix: 'api' | 'apis', segments: readonly string[]): PlaceLevel {
  return levels[prefix][segments.length] ?? 'resource'
}

function segmentsOf(path: string): readonly string[] {
  let start = 0
  let end = path.length
  while (start < end && path[start] === '/') start++
  while (end > start && path[end - 1] === '/') end--
  return start === end ? [] : path.slice(start, end).split('/')
}
