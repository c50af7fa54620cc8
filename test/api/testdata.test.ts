import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addToScheme } from '../../src/api/index.js'
import type { JSONValue, StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'
import { isJSONObject } from '../../src/json/json-value.js'
import { RecordingRegistrar } from './scheme-double.js'

const root = join(import.meta.dirname, '../../../shared/upstream/kubernetes-api-testdata')
const releases = existsSync(root) ? readdirSync(root).sort() : []
const newest = join(root, releases.at(-1) ?? '')
const fixtures = releases.length > 0 ? readdirSync(newest) : []
const files = fixtures.filter((name) => name.endsWith('.json') && !name.includes('.after_'))

const registrar = new RecordingRegistrar()
addToScheme(registrar)

/** Paths of the keys of a value that no descriptor declares. */
function undeclared(value: JSONValue, type: TypeDescriptor, path: string): string[] {
  if (type.kind === 'struct') return inStruct(value, type, path)
  if (type.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((each, index) => undeclared(each, type.element, `${path}[${index}]`))
  }
  if (type.kind === 'map' && isJSONObject(value)) {
    return Object.entries(value).flatMap(([key, each]) => undeclared(each, type.value, `${path}.${key}`))
  }
  if (type.kind === 'variant') {
    if (Array.isArray(value)) {
      return type.shape === 'orArray' ? value.flatMap((each) => undeclared(each, type.schema, path)) : []
    }
    return isJSONObject(value) ? undeclared(value, type.schema, path) : []
  }
  const expectsObject = ['rawExtension', 'fieldsV1', 'json', 'any'].includes(type.kind)
  return isJSONObject(value) && !expectsObject ? [`${path}: an object for ${type.kind}`] : []
}

function inStruct(value: JSONValue, type: StructDescriptor, path: string): string[] {
  if (value === null) return []
  if (!isJSONObject(value)) return [`${path}: no object for ${type.name}`]
  return Object.entries(value).flatMap(([key, each]) => {
    const property = type.propertyByName.get(key)
    return property === undefined ? [`${path}.${key}`] : undeclared(each, property.type, `${path}.${key}`)
  })
}

function groupOf(group: string): string {
  return group === 'core' ? '' : `${group}/`
}

describe.skipIf(files.length === 0)('fixtures of Kubernetes (skipped without ../shared/upstream)', () => {
  test.each(files)('every field of %s is declared', (name) => {
    const [, group = '', version = '', kind = ''] = /^(.*)\.(v[^.]+)\.([^.]+)\.json$/.exec(name) ?? []
    const type = registrar.kinds.get(`${groupOf(group)}${version}/${kind}`)
    // A version that this release has dropped as a whole is the one excuse for not knowing a kind.
    const siblings = [...registrar.kinds.keys()].filter((key) => key.startsWith(`${groupOf(group)}${version}/`))
    if (type === undefined) return expect(siblings).toEqual([])
    const roundTripped = name.replace(/\.json$/, '.after_roundtrip.json')
    const file = existsSync(join(newest, roundTripped)) ? roundTripped : name
    const value = JSON.parse(readFileSync(join(newest, file), 'utf8')) as JSONValue
    return expect(undeclared(value, type.descriptor, '')).toEqual([])
  })
})
