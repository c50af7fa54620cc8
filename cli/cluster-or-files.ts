import { parseArgs } from 'node:util'

/** Options that select a cluster: with one of them `get -f` reads from it. */
const clusterOptions: ReadonlySet<string> = new Set(['kubeconfig', 'context', 'cluster', 'server', 's'])

/**
 * Reports whether arguments of the command are a `get` of files alone, or of its help: `-f` is given, and no option that names a
 * cluster.
 */
export function isGetOfFiles([name, ...rest]: readonly string[]): boolean {
  if (name !== 'get') return false
  const options = { filename: { type: 'string', short: 'f', multiple: true } } as const
  const { values } = parseArgs({ args: rest, options, strict: false })
  if (values.help === true || values.h === true) return true
  return values.filename !== undefined && !Object.keys(values).some((option) => clusterOptions.has(option))
}

/** Reports whether arguments of the command are a `diff` of files with a cluster, as kubectl's is: `-f` is given. */
export function isDiffWithCluster([name, ...rest]: readonly string[]): boolean {
  if (name !== 'diff') return false
  const options = { filename: { type: 'string', short: 'f', multiple: true } } as const
  return parseArgs({ args: rest, options, strict: false }).values.filename !== undefined
}
