import { deepEqual } from '../../../descriptor/deep-equal.js'
import type { ConversionRegistrar } from '../../conversion/conversion-registrar.js'
import { recastWith } from '../../conversion/recast.js'
import { customResourceDefinitionVersionDescriptor } from '../v1/descriptors.gen.js'
import * as v1 from '../v1/types.gen.js'
import * as v1beta1 from '../v1beta1/types.gen.js'

/** Registers the conversions of CustomResourceDefinition. */
export function addCustomResourceDefinitionConversions(scheme: ConversionRegistrar): void {
  scheme.addHub(v1.CustomResourceDefinition)
  scheme.addConversion(v1beta1.CustomResourceDefinition, v1.CustomResourceDefinition, (from) =>
    recastWith(from, v1.CustomResourceDefinition, { spec: newDefinitionSpec(from.spec) }),
  )
  scheme.addConversion(v1.CustomResourceDefinition, v1beta1.CustomResourceDefinition, (from) =>
    recastWith(from, v1beta1.CustomResourceDefinition, { spec: oldDefinitionSpec(from.spec) }),
  )
}

type OldSpec = v1beta1.CustomResourceDefinitionSpec
type NewSpec = v1.CustomResourceDefinitionSpec

/** The fields of a version that v1beta1 may hold for all versions at once, under the names of the versions. */
const shared = ['subresources', 'schema', 'additionalPrinterColumns', 'selectableFields'] as const

/** Converts the specification of a definition from v1beta1 to v1, which has everything in the versions. */
export function newDefinitionSpec(spec: OldSpec | undefined): NewSpec | undefined {
  if (!spec) return undefined
  const { version, validation, subresources, additionalPrinterColumns, selectableFields, ...rest } = spec
  const { versions: given, conversion, preserveUnknownFields, ...kept } = rest
  const forAll = {
    ...(subresources && { subresources }),
    ...(validation && { schema: validation }),
    ...(additionalPrinterColumns && { additionalPrinterColumns }),
    ...(selectableFields && { selectableFields }),
  }
  const named = given && given.length > 0 ? given : version ? [{ name: version, served: true, storage: true }] : []
  return {
    ...kept,
    versions: named.map((each) => newVersion({ ...each, ...forAll })),
    ...(conversion && { conversion: newConversion(conversion) }),
    ...(preserveUnknownFields && { preserveUnknownFields }),
  } as NewSpec
}

function newVersion(version: v1beta1.CustomResourceDefinitionVersion): object {
  const { additionalPrinterColumns: columns, ...rest } = version
  if (!columns) return rest
  return {
    ...rest,
    additionalPrinterColumns: columns.map((given) => {
      const { JSONPath, ...column } = given ?? {}
      return { ...column, jsonPath: JSONPath }
    }),
  }
}

function newConversion(conversion: v1beta1.CustomResourceConversion): object {
  const { webhookClientConfig: clientConfig, conversionReviewVersions, ...rest } = conversion
  if (!clientConfig && !conversionReviewVersions) return rest
  const versions = { conversionReviewVersions: conversionReviewVersions ?? null }
  return { ...rest, webhook: { ...(clientConfig && { clientConfig }), ...versions } }
}

/** Converts the specification of a definition from v1 to v1beta1, which has common fields beside the versions. */
export function oldDefinitionSpec(spec: NewSpec | undefined): OldSpec | undefined {
  if (!spec) return undefined
  const { versions: given, conversion, preserveUnknownFields, ...rest } = spec
  const versions = given ?? []
  const [first] = versions
  const common: Record<string, unknown> = {}
  const own = versions.map((version) => ({ ...version }))
  for (const name of shared) {
    if (first === undefined || !isSharedBy(versions, name)) continue
    if (first[name] !== undefined) common[name === 'schema' ? 'validation' : name] = first[name]
    for (const version of own) delete version[name]
  }
  return {
    ...rest,
    ...(first && { version: first.name }),
    ...withColumns(common),
    ...(own.length > 0 && { versions: own.map(withColumns) }),
    ...(conversion && { conversion: oldConversion(conversion) }),
    preserveUnknownFields: preserveUnknownFields ?? false,
  } as unknown as OldSpec
}

function isSharedBy(versions: readonly v1.CustomResourceDefinitionVersion[], name: (typeof shared)[number]): boolean {
  const only = (version: v1.CustomResourceDefinitionVersion | undefined) => ({ [name]: version?.[name] })
  const [first] = versions
  return versions.every((each) => deepEqual(customResourceDefinitionVersionDescriptor, only(each), only(first)))
}

function withColumns(from: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const columns = from.additionalPrinterColumns as v1.CustomResourceColumnDefinition[] | null | undefined
  if (!columns) return { ...from }
  return {
    ...from,
    additionalPrinterColumns: columns.map((given) => {
      // Null among columns is the empty one in Go.
      const { jsonPath, ...column } = given ?? {}
      return { ...column, JSONPath: jsonPath }
    }),
  }
}

function oldConversion({ webhook, ...rest }: v1.CustomResourceConversion): object {
  if (!webhook) return rest
  const { clientConfig, conversionReviewVersions: versions } = webhook
  return {
    ...rest,
    ...(clientConfig && { webhookClientConfig: clientConfig }),
    ...(versions && { conversionReviewVersions: versions }),
  }
}
