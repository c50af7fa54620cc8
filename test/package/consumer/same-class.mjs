// Loads every entry as ES modules and fails when two entries have different classes under one name.
import { createRequire } from 'node:module'
import { compareEntries, entryNames } from './compare-entries.mjs'

const manifest = createRequire(import.meta.url)('apimachinery/package.json')
const modules = await Promise.all(entryNames(manifest).map(async (name) => [name, await import(name)]))
console.log(JSON.stringify(compareEntries(modules)))
