import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { entryFile, projectRoot } from '../harness/modules.mjs'

/** Milliseconds from the start of Node to its end, with `files` imported. */
function processTime(files) {
  const program = files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)}`).join(';')
  const started = performance.now()
  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  if (child.status !== 0) throw new Error(child.stderr)
  return performance.now() - started
}

/** An operation that imports `files` and counts what bare Node, started just before, does not need. */
function importing(name, files) {
  return {
    name,
    when: () => files.every((file) => file !== undefined),
    measure() {
      const bare = processTime([])
      return processTime(files) - bare
    },
  }
}

/** As {@link importing}, for what `files` need beyond what `base` needs already. */
function importingBeyond(name, base, files) {
  return {
    name,
    when: () => [...base, ...files].every((file) => file !== undefined),
    measure() {
      const before = processTime(base)
      return processTime([...base, ...files]) - before
    },
  }
}

function clientFile() {
  const file = join(projectRoot, 'client/dist/index.js')
  return existsSync(file) ? file : undefined
}

function peerFile(name) {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch {
    return undefined
  }
}

export const workload = {
  name: 'Cold import',
  about: 'Time of a process that imports something, less the time of bare Node started just before it.',
  unit: 'ms',
  setup: () => ({}),
  operations: [
    { name: 'bare Node, the whole process', measure: () => processTime([]) },
    importing('core: schema and runtime', ['./schema', './runtime'].map(entryFile)),
    importing('front door', [entryFile('.')]),
    importing('one group: core and api/apps/v1', ['./schema', './runtime', './api/apps/v1'].map(entryFile)),
    importing('all groups: core and api', ['./schema', './runtime', './api'].map(entryFile)),
    importingBeyond('client, beyond the core', ['./schema', './runtime'].map(entryFile), [clientFile()]),
    importing('@kubernetes/client-node', [peerFile('@kubernetes/client-node')]),
  ],
}
