import module from 'node:module'
import { setFlagsFromString } from 'node:v8'

/** As in `node:module` from Node 22.8 on. */
interface CompileCache {
  readonly enableCompileCache?: () => unknown
}

/** Milliseconds after which a start that goes on no longer counts as one. */
const longestStart = 30_000

/**
 * Prepares V8 for a start, which runs most code once: optimizing it costs more than it gives. From Node 22.8 on compiled code is
 * kept in the folder that Node chooses, for the next start. Gives what ends that; called once the server is ready.
 */
export function beginStart(): () => void {
  ;(module as CompileCache).enableCompileCache?.()
  setFlagsFromString('--no-opt')
  const end = (): void => setFlagsFromString('--opt')
  setTimeout(end, longestStart).unref()
  return end
}
