import { isMachineryError, MachineryError } from '../errors/machinery-error.js'
import { messageOf } from '../errors/message-of.js'
import { equalBytes } from '../internal/bytes.js'
import { type KindClass, type KubernetesObject, kindClassOf } from '../runtime/objects/typed-object.js'
import type { Scheme } from '../runtime/scheme/scheme.js'
import { JSONSerializer } from '../runtime/serializer/json/json-serializer.js'
import { ProtobufSerializer } from '../runtime/serializer/protobuf/protobuf-serializer.js'
import { YAMLSerializer } from '../runtime/serializer/yaml/yaml-serializer.js'
import type { GroupVersionKind } from '../schema/group-version-kind.js'
import { describeDifference, differences } from './differences.js'
import { Filler, type FillerOptions } from './filler.js'
import { allKinds } from './round-trip.js'

/** Where fixtures are kept: one folder a release, as in Kubernetes' own `testdata`. */
export interface FixtureFiles {
  /** Names of the folders there are. */
  releases(): Promise<readonly string[]>
  /** Names of the files in one of them. */
  names(release: string): Promise<readonly string[]>
  /** Content of a file, `undefined` if it does not exist. */
  read(release: string, name: string): Promise<Uint8Array | undefined>
  /** Writes a file, and the folder where it is missing. */
  write(release: string, name: string, content: Uint8Array): Promise<void>
}

/** Options of fixtures. */
export interface FixtureOptions extends FillerOptions {
  /** Where they are kept; `folderFixtures('testdata')` for a folder on a disk. */
  readonly files: FixtureFiles
  /** The kinds to write. Default: the kinds of the scheme without lists and without those of `meta/v1`, which every group has. */
  readonly kinds?: readonly KindClass[]
}

/** The folder of the types as they are now. */
const head = 'HEAD'

/**
 * Writes one object of each kind with all fields to `HEAD`, as `<group>.<version>.<kind>.json`, `.yaml` and, for kinds that have
 * protobuf, `.pb`. With each release of your types copy `HEAD` to a folder named after it: {@link compareFixtures} then
 * checks that what the release wrote can still be read.
 *
 * @returns how many files were written.
 */
export async function writeFixtures(scheme: Scheme, options: FixtureOptions): Promise<number> {
  let count = 0
  for (const [name, content] of fixturesOf(scheme, options)) {
    await options.files.write(head, name, content)
    count++
  }
  return count
}

/**
 * Compares fixtures: the files of `HEAD` have the bytes that the types write now, and every file of the other releases can
 * be read, has the same value in each format, and is written again with the same bytes, or with those of the file that has
 * `after_roundtrip` in its name if the types have changed on purpose.
 *
 * @returns how many files were compared.
 * @throws MachineryError `Fixtures` that lists every difference.
 */
export async function compareFixtures(scheme: Scheme, options: FixtureOptions): Promise<number> {
  const problems: string[] = []
  let count = 0
  for (const [name, content] of fixturesOf(scheme, options)) {
    count++
    const kept = await options.files.read(head, name)
    if (kept === undefined) problems.push(`${head}/${name} is missing; writeFixtures makes it`)
    else if (!equalBytes(kept, content)) problems.push(`${head}/${name} is not what the types write now`)
  }
  const codecs = codecsOf(scheme)
  for (const release of await options.files.releases()) {
    if (release === head) continue
    const found = new Release(release, options.files, codecs)
    count += await found.compare()
    problems.push(...found.problems)
  }
  if (problems.length > 0) throw new MachineryError('Fixtures', problems.join('\n'))
  return count
}

type Codecs = Readonly<Record<string, Codec>>

interface Codec {
  encode(object: KubernetesObject): Uint8Array
  decode(data: Uint8Array): { readonly object: KubernetesObject }
}

function codecsOf(scheme: Scheme): Codecs {
  return {
    json: new JSONSerializer(scheme, { mode: 'canonical', pretty: true }),
    yaml: new YAMLSerializer(scheme, { mode: 'canonical' }),
    pb: new ProtobufSerializer(scheme, { mode: 'canonical' }),
  }
}

function* fixturesOf(scheme: Scheme, options: FixtureOptions): Generator<[name: string, content: Uint8Array]> {
  const codecs = codecsOf(scheme)
  for (const { gvk, type } of allKinds(scheme)) {
    if (!(options.kinds?.includes(type) ?? isOwnKind(type))) continue
    const object = new Filler({ share: 1, maxDepth: 4, maxItems: 1, ...options }).object(type)
    for (const [extension, codec] of Object.entries(codecs)) {
      const content = encoded(codec, object)
      if (content !== undefined) yield [`${stemOf(gvk)}.${extension}`, content]
    }
  }
}

/** Neither a list nor one of the kinds that come with every group. Source: `Complete` of apitesting/roundtrip, which omits both. */
function isOwnKind(type: KindClass): boolean {
  const isList = type.itemClass !== undefined || type.groupVersionKind.kind.endsWith('List')
  return !isList && !type.descriptor.name.startsWith('io.k8s.apimachinery.pkg.apis.meta.')
}

function stemOf({ group, version, kind }: GroupVersionKind): string {
  return `${group === '' ? 'core' : group}.${version}.${kind}`
}

function encoded(codec: Codec, object: KubernetesObject): Uint8Array | undefined {
  try {
    return codec.encode(object)
  } catch (error) {
    if (isMachineryError(error, 'NotMarshalable')) return undefined
    throw error
  }
}

const fixtureName = /^(.+?)(\.after_roundtrip)?\.(json|yaml|pb)$/

/** The files of one release. */
class Release {
  readonly problems: string[] = []
  readonly #name: string
  readonly #files: FixtureFiles
  readonly #codecs: Codecs

  constructor(name: string, files: FixtureFiles, codecs: Codecs) {
    this.#name = name
    this.#files = files
    this.#codecs = codecs
  }

  async compare(): Promise<number> {
    const first = new Map<string, { object: KubernetesObject; name: string }>()
    let count = 0
    for (const name of await this.#files.names(this.#name)) {
      const [, stem, after, extension] = fixtureName.exec(name) ?? []
      if (stem === undefined || extension === undefined || after !== undefined) continue
      count++
      const object = await this.#check(name, { stem, extension })
      if (object === undefined) continue
      const other = first.get(stem)
      if (other === undefined) first.set(stem, { object, name })
      else this.#same(object, name, other)
    }
    return count
  }

  async #check(
    name: string,
    { stem, extension }: { stem: string; extension: string },
  ): Promise<KubernetesObject | undefined> {
    const codec = this.#codecs[extension]!
    const kept = (await this.#files.read(this.#name, name)) ?? new Uint8Array()
    try {
      const { object } = codec.decode(kept)
      const after = await this.#files.read(this.#name, `${stem}.after_roundtrip.${extension}`)
      if (!equalBytes(codec.encode(object), after ?? kept))
        this.#problem(name, 'is written with other bytes than it was read from')
      return object
    } catch (error) {
      this.#problem(name, messageOf(error))
      return undefined
    }
  }

  #same(object: KubernetesObject, name: string, other: { object: KubernetesObject; name: string }): void {
    const { descriptor } = kindClassOf(object)
    const [difference] = differences(descriptor, other.object, object)
    if (difference !== undefined)
      this.#problem(name, `says something else than ${other.name}: ${describeDifference(difference)}`)
  }

  #problem(name: string, text: string): void {
    this.problems.push(`${this.#name}/${name}: ${text}`)
  }
}
