import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseJSON } from '../../src/json/parse-json.js'
import { stringifyJSON } from '../../src/json/stringify-json.js'
import { GroupVersionKind } from '../../src/schema/group-version-kind.js'
import { builtInScheme, canonicalSerializers } from './serializers.js'

const folder = '../shared/upstream/kubernetes-api-testdata'
const releases = existsSync(folder) ? readdirSync(folder) : []
const scheme = builtInScheme()
const { json, pretty, yaml, pb } = canonicalSerializers(scheme)

/** `apps.v1.Deployment` → its kind; the group may have dots, the version and the kind have none. */
function kindOf(name: string): GroupVersionKind {
  const parts = name.split('.')
  const kind = parts.pop() ?? ''
  const version = parts.pop() ?? ''
  const group = parts.join('.')
  return new GroupVersionKind(group === 'core' ? '' : group, version, kind)
}

function fixtures(release: string): string[] {
  const names = readdirSync(join(folder, release)).filter((file) => file.endsWith('.json'))
  return names.map((file) => file.slice(0, -'.json'.length)).filter((name) => !name.endsWith('.after_roundtrip'))
}

function contents(release: string, name: string, extension: string): Buffer {
  return readFileSync(join(folder, release, `${name}.${extension}`))
}

/** What comes out again: the fixture itself, but for fields that later releases have dropped. */
function expected(release: string, name: string, extension: string): Buffer {
  const after = `${name}.after_roundtrip`
  return contents(release, existsSync(join(folder, release, `${after}.${extension}`)) ? after : name, extension)
}

describe.skipIf(releases.length === 0)('fixtures of Kubernetes (skipped without ../shared/upstream)', () => {
  describe.each(releases)('%s', (release) => {
    const known = fixtures(release).filter((name) => scheme.recognizes(kindOf(name)))

    test('most kinds are known', () => {
      expect(known.length).toBeGreaterThan(fixtures(release).length * 0.9)
    })

    test.each(known)('%s is read from three formats alike and written back to the same bytes', (name) => {
      const defaults = { defaults: kindOf(name) }
      // Raw JSON keeps its blanks, so upstream's own test compacts the document first, too.
      const compact = stringifyJSON(parseJSON(contents(release, name, 'json').toString()), { keys: 'kept' })
      const fromJSON = json.decode(compact, defaults).object
      const fromYAML = yaml.decode(contents(release, name, 'yaml'), defaults).object
      const fromPB = pb.decode(contents(release, name, 'pb'), defaults).object
      expect(fromYAML).toEqual(fromJSON)
      expect(fromPB).toEqual(fromJSON)
      expect(Buffer.from(pretty.encode(fromJSON)).toString()).toBe(expected(release, name, 'json').toString())
      expect(Buffer.from(yaml.encode(fromYAML)).toString()).toBe(expected(release, name, 'yaml').toString())
      expect(Buffer.from(pb.encode(fromPB)).toString('hex')).toBe(expected(release, name, 'pb').toString('hex'))
      expect(Buffer.from(pb.encode(fromJSON)).toString('hex')).toBe(expected(release, name, 'pb').toString('hex'))
    })
  })
})
