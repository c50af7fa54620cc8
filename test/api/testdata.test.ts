import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { addToScheme } from '../../src/api/index.js'
import type { JSONValue, StructDescriptor, TypeDescriptor } from '../../src/descriptor/types.js'
import { RecordingRegistrar } from './scheme-double.js'

const root = join(import.meta.dirname, '../../../shared/upstream/kubernetes-api-testdata')
const releases = existsSync(root) ? readdirSync(root).sort() : []
const newest = releases.at(-1)

const registrar = new RecordingRegistrar()
addToScheme(registrar)

/** Paths of the keys of a value that no descriptor declares. */
function undeclared(value: JSONValue, type: TypeDescriptor, path: string): string[] {
  if (type.kind === 'struct') return inStruct(value, type, path)
  if (type.kind === 'list' && Array.isArray(value)) {
    return value.flatMap((each, index) => undeclared(each, type.element, `${path}[${index}]`))
  }
  if (type.kind === 'map' && isObject(value)) {
    return Object.entries(value).flatMap(([key, each]) => undeclared(each, type.value, `${path}.${key}`))
  }
  if (type.kind === 'variant') {
    if (Array.isArray(value)) {
      return type.shape === 'orArray' ? value.flatMap((each) => undeclared(each, type.schema, path)) : []
    }
    return isObject(value) ? undeclared(value, type.schema, path) : []
  }
  const expectsObject = ['rawExtension', 'fieldsV1', 'json', 'any'].includes(type.kind)
  return isObject(value) && !expectsObject ? [`${path}: an object for ${type.kind}`] : []
}

function inStruct(value: JSONValue, type: StructDescriptor, path: string): string[] {
  if (value === null) return []
  if (!isObject(value)) return [`${path}: no object for ${type.name}`]
  return Object.entries(value).flatMap(([key, each]) => {
    const property = type.propertyByName.get(key)
    return property === undefined ? [`${path}.${key}`] : undeclared(each, property.type, `${path}.${key}`)
  })
}

function isObject(value: JSONValue): value is { [key: string]: JSONValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function groupOf(group: string): string {
  return group === 'core' ? '' : `${group}/`
}

if (newest === undefined) {
  test.skip('the fixtures of Kubernetes are not at ../shared/upstream/kubernetes-api-testdata', () => {})
} else {
  describe(`every field of the fixtures of ${newest} is declared`, () => {
    const files = readdirSync(join(root, newest)).filter((name) => name.endsWith('.json') && !name.includes('.after_'))
    test.each(files)('%s', (name) => {
      const [, group = '', version = '', kind = ''] = /^(.*)\.(v[^.]+)\.([^.]+)\.json$/.exec(name) ?? []
      const type = registrar.kinds.get(`${groupOf(group)}${version}/${kind}`)
      // A version that this release has dropped as a whole is the one excuse for not knowing a kind.
      const siblings = [...registrar.kinds.keys()].filter((key) => key.startsWith(`${groupOf(group)}${version}/`))
      if (type === undefined) return expect(siblings).toEqual([])
      const roundTripped = name.replace(/\.json$/, '.after_roundtrip.json')
      const file = existsSync(join(root, newest, roundTripped)) ? roundTripped : name
      const value = JSON.parse(readFileSync(join(root, newest, file), 'utf8')) as JSONValue
      return expect(undeclared(value, type.descriptor, '')).toEqual([])
    })
  })
}
