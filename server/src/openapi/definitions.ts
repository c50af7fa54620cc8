import { PartialObjectMetadata } from 'apimachinery/meta/v1'
import {
  type DefinedType,
  type OpenAPISchema,
  type OpenAPIVersion,
  openAPIDefinitions,
  type SchemaStyle,
} from 'apimachinery/openapi'
import { apiVersionInternal, type KindClass, type Scheme } from 'apimachinery/runtime'
import type { GroupVersionKind } from 'apimachinery/schema'
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
  { scheme, version, custom, style }: DefinitionSource,
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
  const made = openAPIDefinitions(definedTypes(classes, scheme), version, style)
  const definitions = refersToMetadata(custom) ? withMetadataDescriptions(made, version) : made
  // It only brings the metadata along.
  delete definitions[PartialObjectMetadata.descriptor.name]
  for (const name of names) if (own[name] !== undefined) definitions[name] = own[name]
  Object.assign(definitions, custom)
  return Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Where definitions come from. */
export interface DefinitionSource {
  readonly scheme: Scheme
  readonly version: OpenAPIVersion
  readonly style?: SchemaStyle | undefined
  /** Schemas of custom resources, by definition name. */
  readonly custom: Readonly<Record<string, OpenAPISchema>>
}

/** Schemas of custom resources have the metadata of every object in them. */
function refersToMetadata(custom: Readonly<Record<string, OpenAPISchema>>): boolean {
  return Object.values(custom).some(
    ({ properties }) => (properties as object | undefined) && 'metadata' in (properties as object),
  )
}

function definedTypes(classes: ReadonlySet<KindClass>, scheme: Scheme): DefinedType[] {
  const kinds = kindsByClass(scheme)
  return [...classes].map((type) => ({ descriptor: type.descriptor, kinds: kinds.get(type) ?? [] }))
}

function kindsByClass(scheme: Scheme): ReadonlyMap<KindClass, GroupVersionKind[]> {
  const kinds = new Map<KindClass, GroupVersionKind[]>()
  for (const { gvk, type } of scheme.allKnownTypes()) {
    if (gvk.version === apiVersionInternal) continue
    const known = kinds.get(type)
    if (known === undefined) kinds.set(type, [gvk])
    else known.push(gvk)
  }
  return kinds
}
