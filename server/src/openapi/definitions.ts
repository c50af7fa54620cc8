import { PartialObjectMetadata } from 'apimachinery/meta/v1'
import { type DefinedType, type OpenAPISchema, type OpenAPIVersion, openAPIDefinitions } from 'apimachinery/openapi'
import { apiVersionInternal, type KindClass, type Scheme } from 'apimachinery/runtime'
import type { GroupVersion, GroupVersionKind } from 'apimachinery/schema'
import type { DocumentStyle } from './document-style.js'
import { withMetadataDescriptions } from './metadata-descriptions.js'
import type { Operation } from './operation.js'
import { versionDefinition } from './root-operations.js'
import { patchDefinition } from './route-operations.js'

/** Definitions that no class of the library describes. */
const own: Readonly<Record<string, OpenAPISchema>> = {
  [patchDefinition]: { type: 'object', description: 'A patch of one of the media types that the operation takes.' },
  [versionDefinition]: versionSchema(),
}

function versionSchema(): OpenAPISchema {
  const required = [
    'major',
    'minor',
    'gitVersion',
    'gitCommit',
    'gitTreeState',
    'buildDate',
    'goVersion',
    'compiler',
    'platform',
  ]
  const optional = ['emulationMajor', 'emulationMinor', 'minCompatibilityMajor', 'minCompatibilityMinor']
  const names = [...required, ...optional].sort()
  const properties = Object.fromEntries(
    names.map((name) => [name, required.includes(name) ? { type: 'string', default: '' } : { type: 'string' }]),
  )
  return { type: 'object', required, properties }
}

/** All definitions that operations refer to, and what these refer to; sorted. `custom` wins over what classes say. */
export function definitionsFor(
  operations: Iterable<Operation>,
  { schemes, version, custom, style = {}, groupVersion }: DefinitionSource,
): Record<string, OpenAPISchema> {
  const classes = new Set<KindClass>()
  const names = new Set<string>()
  const use = (target: KindClass | string): void => {
    if (typeof target === 'string') names.add(target)
    else classes.add(target)
  }
  if (refersToMetadata(custom)) classes.add(PartialObjectMetadata)
  for (const { body, responses } of operations) {
    if (body !== undefined) use(body.schema)
    for (const { schema } of responses.values()) use(schema)
  }
  const made = withKinds(
    openAPIDefinitions(definedTypes(classes, style), version, style),
    kindsByDefinition(schemes, style.allGroups === true ? undefined : groupVersion),
  )
  const definitions = refersToMetadata(custom) ? withMetadataDescriptions(made, version) : made
  // It only brings the metadata along.
  delete definitions[PartialObjectMetadata.descriptor.name]
  for (const name of names) if (own[name] !== undefined) definitions[name] = own[name]
  Object.assign(definitions, custom)
  return Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where definitions come from. */
export interface DefinitionSource {
  readonly schemes: readonly Scheme[]
  readonly version: OpenAPIVersion
  readonly style?: DocumentStyle | undefined
  /** Of a document of v3 of built-in kinds. */
  readonly groupVersion?: GroupVersion | undefined
  /** Schemas of custom resources, by definition name. */
  readonly custom: Readonly<Record<string, OpenAPISchema>>
}

/** Schemas of custom resources have the metadata of every object in them. */
function refersToMetadata(custom: Readonly<Record<string, OpenAPISchema>>): boolean {
  return Object.values(custom).some(
    ({ properties }) => (properties as object | undefined) && 'metadata' in (properties as object),
  )
}

function definedTypes(classes: ReadonlySet<KindClass>, { sharedStruct }: DocumentStyle): DefinedType[] {
  // The scheme of a release has its own classes of built-in kinds, but none of shared types.
  return [...classes].map(({ descriptor }) => {
    const isShared = descriptor.name.startsWith('io.k8s.apimachinery.')
    return { descriptor: isShared && sharedStruct !== undefined ? sharedStruct(descriptor) : descriptor }
  })
}

/** Kinds say so wherever they are, as items of another one too. */
function withKinds(
  definitions: Record<string, OpenAPISchema>,
  kinds: ReadonlyMap<string, readonly GroupVersionKind[]>,
): Record<string, OpenAPISchema> {
  for (const [name, definition] of Object.entries(definitions)) {
    const found = kinds.get(name)
    if (found === undefined) continue
    definition['x-kubernetes-group-version-kind'] = found.map(({ group, kind, version }) => ({ group, kind, version }))
  }
  return definitions
}

/** Kinds that every group has. Source: `crossRegisteredKinds` of k8s.io/apiserver/pkg/server/routes. */
const kindsOfAllGroups: ReadonlySet<string> = new Set(['WatchEvent', 'DeleteOptions'])

/** The group of discovery documents, which upstream has in a scheme apart. */
const unregistered = 'apidiscovery.k8s.io'

/** The kinds of definitions, by the name of the definition; those of all groups as the document of a version has them. */
function kindsByDefinition(
  schemes: readonly Scheme[],
  only: GroupVersion | undefined,
): ReadonlyMap<string, GroupVersionKind[]> {
  const kinds = new Map<string, GroupVersionKind[]>()
  for (const { gvk, type } of schemes.flatMap((scheme) => [...scheme.allKnownTypes()])) {
    const { group, version, kind } = gvk
    if (version === apiVersionInternal || group === unregistered) continue
    if (only !== undefined && kindsOfAllGroups.has(kind)) {
      const isOwn = group === only.group && version === only.version
      if (!isOwn && (group !== '' || version !== 'v1')) continue
    }
    const { name } = type.descriptor
    kinds.set(name, [...(kinds.get(name) ?? []), gvk])
  }
  for (const each of kinds.values()) each.sort(byGroupAndVersion)
  return kinds
}

function byGroupAndVersion(a: GroupVersionKind, b: GroupVersionKind): number {
  const [first, second] = [a, b].map(({ group, version, kind }) => `${group}/${version}/${kind}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}
