// Which files `merge-chunks.mjs` makes of the chunks of each package.
import { publicEntries } from './public-entries.mjs'

const entriesOf = (names) => names.map((name) => `src/${name}/index.js`)

/** The folders of versions of API groups, `core/v1` first: pods are in most of the others. */
function versions(isWanted) {
  const names = Object.keys(publicEntries()).map((name) => name.slice('./'.length))
  const found = names.filter((name) => /^api\/\w+\/v\d/.test(name) && isWanted(name.split('/')[2]))
  return found.sort((a, b) => Number(b === 'api/core/v1') - Number(a === 'api/core/v1'))
}

const isStable = (version) => /^v\d+$/.test(version)

/**
 * Of the library: merged file → the entries that it serves. A chunk goes to the first one that needs it, and so small entries do not
 * drag along what only a scheme needs, nor one version of a group the others.
 */
export const libraryFiles = {
  base: entriesOf(['errors', 'fields', 'json', 'labels', 'resource', 'scalar', 'schema', 'validation']),
  core: entriesOf(['.', 'runtime']),
  'meta-v1': entriesOf(['meta/v1']),
  wire: entriesOf(['collections', 'meta', 'runtime/serializer', 'wait', 'watch']),
  ...Object.fromEntries(versions(isStable).map((name) => [name.replaceAll('/', '-'), entriesOf([name])])),
  'api-prereleases': entriesOf(versions((version) => !isStable(version))),
  api: entriesOf(['api']),
  'api-defaults': entriesOf(['api/defaults']),
  'api-conversion': entriesOf(['api/conversion']),
  apply: entriesOf(['managedfields', 'patch']),
  openapi: entriesOf(['openapi']),
  'api-validation': entriesOf(['api/validation/core', 'api/validation/autoscaling']),
  'api-kinds': entriesOf(['api/install']),
  behaviour: entriesOf(['api/strategies', 'api/judge', 'api/admission-plugins', 'api/tables']),
}

/** Rules of a kind that are loaded on first use: the merged file of those of its group. */
export function ruleFile(source) {
  const [, group, rules] = /^src\/api\/(\w+)\/[^/]+\/(strategy|table)\.ts$/.exec(source) ?? []
  return group === undefined ? undefined : `api-${group}-${rules}`
}

/** Of the client: every program that speaks to a cluster waits for its front door. */
export const clientFiles = { front: ['index.js'] }

/** Of the server: the parts that programs use by themselves, and the rest. */
export const serverFiles = {
  'storage-parts': ['storage/index.js', 'storage/cache/index.js', 'storage/kv/index.js'],
  server: ['index.js'],
}
