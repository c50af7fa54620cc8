import { execFileSync } from 'node:child_process'
import { lstatSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectRoot } from '../harness/modules.mjs'

const megabyte = 1024 * 1024

function sizeOf(folder) {
  let size = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) size += entry.name === 'node_modules' ? 0 : sizeOf(path)
    else size += lstatSync(path).size
  }
  return size
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** Folder of a package that another one needs: the nearest `node_modules` that has it, as Node looks for it. */
function folderOf(name, from) {
  for (const base of createRequire(join(from, 'package.json')).resolve.paths(name) ?? []) {
    try {
      return realpathSync(dirname(join(base, name, 'package.json')))
    } catch {
      // Not in this one.
    }
  }
  return undefined
}

/** A package and everything it depends on, each once. */
function closure(folder, seen = new Set()) {
  if (folder === undefined || seen.has(folder)) return seen
  seen.add(folder)
  for (const name of Object.keys(readManifest(folder).dependencies ?? {})) closure(folderOf(name, folder), seen)
  return seen
}

function sizeWithDependencies(name) {
  const folders = [...closure(folderOf(name, join(projectRoot, 'bench')))]
  return folders.reduce((sum, folder) => sum + sizeOf(folder), 0) / megabyte
}

/** What npm would publish: packed and unpacked. */
function packed(folder) {
  const cache = mkdtempSync(join(tmpdir(), 'bench-npm-'))
  try {
    const flags = ['pack', '--dry-run', '--json', '--ignore-scripts', '--cache', cache]
    const [facts] = JSON.parse(
      execFileSync('npm', flags, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    )
    return facts
  } finally {
    rmSync(cache, { recursive: true, force: true })
  }
}

function dependencies() {
  const folders = new Set()
  for (const name of Object.keys(readManifest(projectRoot).dependencies)) closure(folderOf(name, projectRoot), folders)
  return [...folders].reduce((sum, folder) => sum + sizeOf(folder), 0) / megabyte
}

const clientUnpacked = '@apimachinery/client, unpacked, beside it and ws'
const total = 'apimachinery with dependencies'
const peers = ['@kubernetes/client-node', 'kubernetes-models', 'protobufjs']

export const workload = {
  name: 'Install size',
  about: 'What npm puts on the disk: the package in both module formats, and everything it depends on.',
  unit: 'MB',
  rounds: 1,
  async setup() {
    const facts = packed(projectRoot)
    const client = packed(join(projectRoot, 'client'))
    const present = new Set()
    for (const name of peers) if (folderOf(name, join(projectRoot, 'bench')) !== undefined) present.add(name)
    return { facts, client, present }
  },
  operations: [
    { name: 'tarball', measure: ({ facts }) => facts.size / megabyte },
    { name: 'unpacked', measure: ({ facts }) => facts.unpackedSize / megabyte },
    { name: total, measure: ({ facts }) => facts.unpackedSize / megabyte + dependencies() },
    { name: clientUnpacked, measure: ({ client }) => client.unpackedSize / megabyte },
    ...peers.map((name) => ({
      name: `${name} with dependencies`,
      baseline: total,
      when: ({ present }) => present.has(name),
      measure: () => sizeWithDependencies(name),
    })),
  ],
}
