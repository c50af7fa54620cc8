import { list, scalar, struct } from '../../descriptor/build.js'
import type { StructDescriptor } from '../../descriptor/types.js'
import { MachineryError } from '../../errors/machinery-error.js'
import type { JSONObject } from '../../json/json-value.js'
import type { DefaultRESTMapper } from '../../meta/rest-mapper/default-rest-mapper.js'
import { restScopeNamespace, restScopeRoot } from '../../meta/rest-mapper/rest-mapper.js'
import { listMetaDescriptor, objectMetaDescriptor } from '../../meta/v1/descriptors.gen.js'
import { setGroupVersionKind } from '../../runtime/kind-access.js'
import type { Scheme } from '../../runtime/scheme.js'
import { takeOver } from '../../runtime/take-over.js'
import { type KindClass, type ResourceInfo, TypedObject, type UnknownField } from '../../runtime/typed-object.js'
import { unstructuredContent } from '../../runtime/unstructured.js'
import { GroupVersionKind } from '../../schema/group-version-kind.js'
import { GroupVersionResource } from '../../schema/group-version-resource.js'
import type { JSONSchemaProps } from '../json-schema-props.js'
import { validateStructural } from '../structural/validate-structural.js'
import { type ConversionTransport, convertThroughWebhook } from './conversion-review.js'
import { CustomResourceVersion } from './custom-resource-version.js'
import { type CustomResourceDefinitionFields, type DefinitionSpec, readSpec } from './read-definition.js'

/** Where a custom resource is registered. */
export interface RegisterOptions {
  readonly scheme?: Scheme
  readonly mapper?: DefaultRESTMapper
  /** Reaches the conversion webhook, for CRDs with the strategy `Webhook`. */
  readonly conversionTransport?: ConversionTransport
}

/** A custom resource that was registered at run time. */
export class CustomResource {
  readonly group: string
  readonly kind: string
  /** Served versions by name, in the order of the definition. */
  readonly versions: ReadonlyMap<string, CustomResourceVersion>
  /** The version that is stored. */
  readonly storageVersion: string
  readonly #transport: ConversionTransport | undefined
  readonly #strategy: string

  constructor(facts: CustomResourceFacts, transport: ConversionTransport | undefined) {
    this.group = facts.group
    this.kind = facts.kind
    this.versions = facts.versions
    this.storageVersion = facts.storageVersion
    this.#strategy = facts.strategy
    this.#transport = transport
  }

  /**
   * Converts objects to a version: with the strategy `None` nothing but `apiVersion` changes, with `Webhook` the
   * webhook does it. The input is not changed.
   *
   * @throws MachineryError `UnknownVersion`, `ConversionWebhook`.
   */
  async convert(objects: readonly object[], version: string): Promise<JSONObject[]> {
    const target = this.versions.get(version)
    if (target === undefined) {
      throw new MachineryError(
        'UnknownVersion',
        `request to convert CR to an invalid group/version: ${this.group}/${version}`,
      )
    }
    const { apiVersion: desiredAPIVersion } = target.gvk.toAPIVersionAndKind()
    const given = objects as readonly JSONObject[]
    if (this.#strategy !== 'Webhook') return given.map((each) => ({ ...each, apiVersion: desiredAPIVersion }))
    if (this.#transport === undefined) {
      throw new MachineryError(
        'ConversionWebhook',
        `no transport to the conversion webhook of ${this.kind}.${this.group}`,
      )
    }
    const pending = given.filter((each) => each.apiVersion !== desiredAPIVersion)
    const call = { desiredAPIVersion, description: String(target.gvk), transport: this.#transport }
    const converted = await convertThroughWebhook(pending, call)
    return given.map((each) => (each.apiVersion === desiredAPIVersion ? each : (converted.shift() as JSONObject)))
  }
}

interface CustomResourceFacts {
  readonly group: string
  readonly kind: string
  readonly versions: ReadonlyMap<string, CustomResourceVersion>
  readonly storageVersion: string
  readonly strategy: string
}

/**
 * Makes the kinds of a CustomResourceDefinition known at run time: a class per served version in the scheme, with the
 * schema's defaults and validation; entries in the mapper; with the strategy `None`, conversions between the versions.
 *
 * @throws MachineryError `InvalidSchema` for a definition that lacks names, holds values of wrong types, or whose schema is
 *   not structural.
 */
export function registerCustomResource(
  definition: CustomResourceDefinitionFields,
  options: RegisterOptions = {},
): CustomResource {
  const spec = readSpec(definition)
  const facts = factsOf(spec)
  const classes = [...facts.versions.values()].map((version) =>
    kindClass(version, resourceInfo(spec, version.gvk.version), spec.names.listKind || `${spec.names.kind}List`),
  )
  const { scheme, mapper } = options
  if (scheme !== undefined) addToScheme(scheme, classes, facts)
  for (const type of mapper === undefined ? [] : classes) addToMapper(mapper as DefaultRESTMapper, type)
  return new CustomResource(facts, options.conversionTransport)
}

function factsOf({ group, names, versions, scope, strategy }: DefinitionSpec): CustomResourceFacts {
  const { kind } = names
  if (group === '' || kind === '' || names.plural === '')
    throw invalidDefinition('spec.group and spec.names must be set')
  const served = versions.filter((version) => version.served && version.name !== '')
  const known = served.map(({ name, schema }) => {
    const gvk = new GroupVersionKind(group, name, kind)
    const version = new CustomResourceVersion(gvk, schema ?? keepEverything, scope !== 'Cluster')
    const [problem] = validateStructural(version.schema)
    if (problem !== undefined) throw invalidDefinition(`${name}: schema is not structural: ${problem.message}`)
    return [name, version] as const
  })
  if (known.length === 0) throw invalidDefinition('no version is served')
  return {
    group,
    kind,
    versions: new Map(known),
    storageVersion: versions.find(({ storage }) => storage)?.name ?? (known[0]?.[0] as string),
    strategy: strategy || 'None',
  }
}

const keepEverything: JSONSchemaProps = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

function invalidDefinition(message: string): MachineryError {
  return new MachineryError('InvalidSchema', message)
}

function resourceInfo({ names, scope, versions }: DefinitionSpec, version: string): ResourceInfo {
  const { plural, singular, kind, shortNames, categories } = names
  const subresources = versions.find(({ name }) => name === version)?.subresources ?? []
  return {
    plural,
    singular: singular || kind.toLowerCase(),
    scope: scope === 'Cluster' ? 'Cluster' : 'Namespaced',
    ...(shortNames.length > 0 && { shortNames }),
    ...(categories.length > 0 && { categories }),
    ...(subresources.length > 0 && { subresources }),
  }
}

type CustomClass = KindClass & {
  readonly version: CustomResourceVersion
  readonly resource: ResourceInfo
  readonly listClass: KindClass
}

/** Objects of a CRD are what their JSON is: only TypeMeta and ObjectMeta are known beforehand, the rest by the schema. */
function kindClass(version: CustomResourceVersion, resource: ResourceInfo, listKind: string): CustomClass {
  const { gvk } = version
  const descriptor: StructDescriptor = struct(
    definitionName(gvk),
    () => [
      ['kind', 0, scalar('string'), '?'],
      ['apiVersion', 0, scalar('string'), '?'],
      ['metadata', 0, objectMetaDescriptor, '?'],
    ],
    { preserveUnknownFields: true },
  )
  class CustomObject extends TypedObject {
    static readonly groupVersionKind: GroupVersionKind = gvk
    static readonly descriptor: StructDescriptor = descriptor
    static readonly resource: ResourceInfo = resource
    static readonly version: CustomResourceVersion = version
    static get listClass(): KindClass {
      return listClass
    }
    static unknownFields(object: object): readonly UnknownField[] {
      return version.unknownFields(object)
    }
  }
  Object.defineProperty(CustomObject, 'name', { value: gvk.kind })
  const listClass = listClassOf(CustomObject as unknown as KindClass, gvk.groupVersion().withKind(listKind))
  return CustomObject as unknown as CustomClass
}

function listClassOf(itemClass: KindClass, gvk: GroupVersionKind): KindClass {
  const descriptor: StructDescriptor = struct(definitionName(gvk), () => [
    ['kind', 0, scalar('string'), '?'],
    ['apiVersion', 0, scalar('string'), '?'],
    ['metadata', 0, listMetaDescriptor, '?'],
    ['items', 0, list(itemClass.descriptor)],
  ])
  class CustomObjectList extends TypedObject {
    static readonly groupVersionKind: GroupVersionKind = gvk
    static readonly descriptor: StructDescriptor = descriptor
    static readonly itemClass: KindClass = itemClass
  }
  Object.defineProperty(CustomObjectList, 'name', { value: gvk.kind })
  return CustomObjectList as unknown as KindClass
}

function definitionName({ group, version, kind }: GroupVersionKind): string {
  return `${group.split('.').toReversed().join('.')}.${version}.${kind}`
}

function addToScheme(scheme: Scheme, classes: readonly CustomClass[], { strategy }: CustomResourceFacts): void {
  for (const type of classes) {
    const { version } = type
    scheme.addKinds(type, type.listClass)
    scheme.addTypeDefaultingFunc(type, (object) => version.default(object))
    scheme.addValidationFunc(type, ({ type: operation }, object, old) => {
      const content = unstructuredContent(object)
      return operation === 'Update' && old !== undefined
        ? version.validateUpdate(content, unstructuredContent(old))
        : version.validate(content)
    })
    if (strategy !== 'Webhook') addConversionsBetween(scheme, type, classes)
  }
}

function addConversionsBetween(scheme: Scheme, from: CustomClass, classes: readonly CustomClass[]): void {
  for (const to of classes) {
    if (to === from) continue
    scheme.addConversion(from, to, (source) => {
      const object = new to()
      takeOver(object, unstructuredContent(source))
      setGroupVersionKind(object, to.groupVersionKind)
      return object
    })
  }
}

function addToMapper(mapper: DefaultRESTMapper, { groupVersionKind, resource }: CustomClass): void {
  const { group, version } = groupVersionKind
  const names = {
    plural: new GroupVersionResource(group, version, resource.plural),
    singular: new GroupVersionResource(group, version, resource.singular ?? resource.plural),
  }
  mapper.addSpecific(groupVersionKind, names, resource.scope === 'Cluster' ? restScopeRoot : restScopeNamespace)
}
