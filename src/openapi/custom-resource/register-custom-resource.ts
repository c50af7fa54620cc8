import { list, scalar, struct } from '../../descriptor/build.js'
import type { StructDescriptor } from '../../descriptor/types.js'
import { MachineryError } from '../../errors/machinery-error.js'
import type { JSONObject } from '../../json/json-value.js'
import type { DefaultRESTMapper } from '../../meta/rest-mapper/default-rest-mapper.js'
import { restScopeNamespace, restScopeRoot } from '../../meta/rest-mapper/rest-mapper.js'
import { listMetaDescriptor, objectMetaDescriptor } from '../../meta/v1/descriptors.gen.js'
import { assignOwn } from '../../runtime/objects/assign-own.js'
import {
  type KindClass,
  type KubernetesObject,
  type ResourceInfo,
  TypedObject,
  type UnknownField,
} from '../../runtime/objects/typed-object.js'
import { unstructuredContent } from '../../runtime/objects/unstructured.js'
import { setGroupVersionKind } from '../../runtime/scheme/kind-access.js'
import type { Scheme } from '../../runtime/scheme/scheme.js'
import { validateBeside } from '../../runtime/scheme/validate-beside.js'
import type { ValidationFunction } from '../../runtime/scheme/validation-function.js'
import { GroupVersionKind } from '../../schema/group-version-kind.js'
import { GroupVersionResource } from '../../schema/group-version-resource.js'
import type { RuleObserver } from '../cel/schema/rule-node.js'
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
  /** Observes the rules in schemas. */
  readonly observeRules?: RuleObserver | undefined
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
    return given.map((each) => (each.apiVersion === desiredAPIVersion ? each : converted.shift()!))
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
 * Registers the kinds of a CustomResourceDefinition at run time: a class per served version in the scheme, with the
 * schema's defaults and validation; entries in the mapper; with the strategy `None`, conversions between the versions.
 *
 * If the scheme already has a class for a version, such as a generated one, it is kept: the class gets the defaults, the
 * validation and the conversions that it lacks. `scheme.validate` then returns all errors, of typed and of unstructured
 * objects.
 *
 * @throws MachineryError `InvalidSchema` for a definition without names, with values of wrong types, or whose schema is not
 * structural.
 */
export function registerCustomResource(
  definition: CustomResourceDefinitionFields,
  options: RegisterOptions = {},
): CustomResource {
  const spec = readSpec(definition)
  const facts = factsOf(spec, options.observeRules)
  const { scheme, mapper } = options
  const served = [...facts.versions.values()].map((version): ServedKind => {
    const resource = resourceInfo(spec, version.gvk.version)
    const known = scheme?.recognizes(version.gvk) ? scheme.classFor(version.gvk) : undefined
    const type = known ?? kindClass(version, resource, spec.names.listKind || `${spec.names.kind}List`)
    return { type, version, resource, known: known !== undefined }
  })
  if (scheme !== undefined) addToScheme(scheme, served, facts)
  for (const kind of mapper === undefined ? [] : served) addToMapper(mapper!, kind)
  return new CustomResource(facts, options.conversionTransport)
}

function factsOf(
  { group, names, versions, scope, strategy }: DefinitionSpec,
  observeRules: RuleObserver | undefined,
): CustomResourceFacts {
  const { kind } = names
  if (group === '' || kind === '' || names.plural === '')
    throw invalidDefinition('spec.group and spec.names must be set')
  const served = versions.filter((version) => version.served && version.name !== '')
  const known = served.map(({ name, schema, scale }) => {
    const gvk = new GroupVersionKind(group, name, kind)
    const version = new CustomResourceVersion(gvk, schema ?? keepEverything, {
      namespaced: scope !== 'Cluster',
      scale,
      observeRules,
    })
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

/** A version of a custom resource with its class. */
interface ServedKind {
  readonly type: KindClass
  readonly version: CustomResourceVersion
  readonly resource: ResourceInfo
  /** The scheme had the class before. */
  readonly known: boolean
}

/** Objects of a CRD are what their JSON is: only TypeMeta and ObjectMeta are known beforehand, the rest by the schema. */
function kindClass(version: CustomResourceVersion, resource: ResourceInfo, listKind: string): KindClass {
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
    static get listClass(): KindClass {
      return listClass
    }
    static unknownFields(object: object): readonly UnknownField[] {
      return version.unknownFields(object)
    }
  }
  Object.defineProperty(CustomObject, 'name', { value: gvk.kind })
  const listClass = listClassOf(CustomObject as unknown as KindClass, gvk.groupVersion().withKind(listKind))
  return CustomObject as unknown as KindClass
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

function addToScheme(scheme: Scheme, served: readonly ServedKind[], { strategy }: CustomResourceFacts): void {
  for (const kind of served) {
    const { type, version, known } = kind
    if (!known) scheme.addKinds(type, type.listClass!)
    const fill = scheme.defaultingFuncFor(type)
    scheme.addTypeDefaultingFunc(type, (object) => {
      fill?.(object as never)
      version.default(object)
    })
    const before = scheme.validationFuncFor(type)
    const bySchema = validationOf(version)
    scheme.addValidationFunc(type, before === undefined ? bySchema : validateBeside(bySchema, before))
    if (strategy !== 'Webhook') addConversionsBetween(scheme, kind, served)
  }
}

function validationOf(version: CustomResourceVersion): ValidationFunction<KubernetesObject> {
  return ({ type }, object, old) => {
    const content = plainContent(object)
    return type === 'Update' && old !== undefined
      ? version.validateUpdate(content, plainContent(old))
      : version.validate(content)
  }
}

/** The JSON of an object, which names its kind also where it learnt it from its class. */
function plainContent(object: KubernetesObject): JSONObject {
  const content = unstructuredContent(object)
  if (Object.hasOwn(content, 'kind') && Object.hasOwn(content, 'apiVersion')) return content
  return { ...content, apiVersion: object.apiVersion ?? '', kind: object.kind ?? '' }
}

/** Conversions that only change `apiVersion`, for pairs that have none yet. */
function addConversionsBetween(scheme: Scheme, from: ServedKind, served: readonly ServedKind[]): void {
  for (const { type: to } of served) {
    if (to === from.type || scheme.converter.hasDirect(from.type, to)) continue
    scheme.addConversion(from.type, to, (source) => {
      const object = new to()
      assignOwn(object, unstructuredContent(source))
      setGroupVersionKind(object, to.groupVersionKind)
      return object
    })
  }
}

function addToMapper(mapper: DefaultRESTMapper, { version: { gvk }, resource }: ServedKind): void {
  const { group, version } = gvk
  const names = {
    plural: new GroupVersionResource(group, version, resource.plural),
    singular: new GroupVersionResource(group, version, resource.singular ?? resource.plural),
  }
  mapper.addSpecific(gvk, names, resource.scope === 'Cluster' ? restScopeRoot : restScopeNamespace)
}
