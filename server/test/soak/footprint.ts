import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What a process holds at one moment. */
export interface Footprint {
  /** Bytes of objects that are in use. */
  readonly heap: number
  /** Sockets, timers, files. */
  readonly handles: number
  /** Bytes of stores, by name. */
  readonly files: Readonly<Record<string, number>>
}

/** Measures memory after garbage collection. */
export async function footprint(files: Readonly<Record<string, number>> = {}): Promise<Footprint> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  return { heap: process.memoryUsage().heapUsed, handles: process.getActiveResourcesInfo().length, files }
}

/** How much one measure grew: the largest of the last third over the largest of the second third. The first third warms up. */
export function growth(footprints: readonly Footprint[], measure: (footprint: Footprint) => number): number {
  const third = Math.floor(footprints.length / 3)
  const largest = (some: readonly Footprint[]): number => Math.max(...some.map(measure))
  return largest(footprints.slice(-third)) / largest(footprints.slice(third, 2 * third))
}

/** A line for each measure, in the order of time. */
export function told(footprints: readonly Footprint[]): string {
  const every = Math.max(1, Math.floor(footprints.length / 12))
  const some = footprints.filter((_, index) => index % every === 0)
  const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)
  const files = Object.keys(some[0]?.files ?? {}).map(
    (name) => `${name} MiB ${some.map(({ files }) => megabytes(files[name] ?? 0)).join(' ')}`,
  )
  const heap = `heap MiB ${some.map((each) => megabytes(each.heap)).join(' ')}`
  return [heap, `handles ${some.map(({ handles }) => handles).join(' ')}`, ...files].join('\n')
}
