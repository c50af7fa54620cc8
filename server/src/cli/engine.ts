import module from 'node:module'
import { setFlagsFromString } from 'node:v8'

/** As in `node:module` from Node 22.8 on. */
interface CompileCache {
  readonly enableCompileCache?: () => unknown
}

/** Milliseconds after which a running start is no longer treated as a start. */
const longestStart = 30_000

/**
 * What V8 does otherwise during a start, and what ends that. A start runs most code once: optimizing it costs more than it gives,
 * and machine code of the baseline compiler takes memory for functions that may not be called again. Most of what it creates stays: a larger space for new objects, of which V8 keeps two copies, saves no collections worth their memory.
 */
const startFlags = [
  { during: '--no-opt', after: '--opt' },
  { during: '--no-sparkplug', after: '--sparkplug' },
  { during: '--semi-space-growth-factor=1', after: '--semi-space-growth-factor=2' },
]

/**
 * Prepares V8 for a start. From Node 22.8 on compiled code is kept in the folder that Node chooses, for the next start.
 * Gives what ends that; called once the server is ready.
 */
export function beginStart(): () => void {
  ;(module as CompileCache).enableCompileCache?.()
  for (const { during } of startFlags) setFlagsFromString(during)
  const end = (): void => {
    for (const { after } of startFlags) setFlagsFromString(after)
  }
  setTimeout(end, longestStart).unref()
  return end
}
