import { isJSONObject, type JSONObject } from '../../../src/json/json-value.js'
import { jsonToYAML } from '../../../src/runtime/serializer/yaml/yaml-writer.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { KindFacts, StructDeclaration } from '../../ir/declarations.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import type { ResourceFacts } from '../../ir/resource-facts.js'
import { type NamedRef, namedRef } from '../../ir/type-ref.js'
import type { OutputFile } from '../../output/output-file.js'
import { documentOf, versionEntry } from '../../schema/crd-manifest.js'
import { addToManifest, type ManifestAdditions } from '../../schema/manifest-additions.js'
import { modelSchemaWriter } from '../../schema/model-writer.js'
import type { SchemaWriter } from '../../schema/schema-writer.js'
import { schemaProblems } from './check-schema.js'

/** How manifests are written. */
export interface CRDOptions {
  /** Descriptions of types and fields. */
  readonly docs: boolean
  readonly diagnostics: Diagnostics
  readonly additions?: ManifestAdditions | undefined
}

/** One version of a custom resource. */
interface ServedVersion {
  readonly package: ApiPackage
  readonly struct: StructDeclaration
  readonly kind: KindFacts
  readonly resource: ResourceFacts
}

/**
 * Writes a CustomResourceDefinition for every kind of the model that is served as a resource, one file each. Warns of patterns,
 * rules and defaults that a cluster would refuse.
 */
export function writeCRDs(model: ApiModel, options: CRDOptions): OutputFile[] {
  return customResourceDefinitions(model, options).map((manifest) => {
    const { group, names } = manifest.spec as { group: string; names: { plural: string } }
    warnOfProblems(manifest, options.diagnostics)
    return { path: `${group}_${names.plural}.yaml`, text: jsonToYAML(manifest) }
  })
}

function warnOfProblems({ metadata, spec }: JSONObject, diagnostics: Diagnostics): void {
  const { name } = metadata as { name: string }
  const { versions } = spec as { versions: { name: string; schema?: { openAPIV3Schema?: JSONObject } }[] }
  for (const { name: version, schema } of versions) {
    for (const { code, message } of schemaProblems(schema?.openAPIV3Schema ?? {})) {
      diagnostics.warning(code, `${name}, ${version}: a cluster refuses this: ${message}`)
    }
  }
}

/** The manifests of {@link writeCRDs} as JSON. */
export function customResourceDefinitions(model: ApiModel, { docs, diagnostics, additions }: CRDOptions): JSONObject[] {
  const external = new Set(model.packages.flatMap(({ path, external }) => (external === undefined ? [] : [path])))
  // As controller-tools: the next release of Kubernetes may have more values, and the manifest is not generated again then.
  const isOpenEnum = (ref: NamedRef) => external.has(ref.package)
  const writer = modelSchemaWriter(model, { docs, diagnostics, isOpenEnum })
  return [...resources(model).values()].map((versions) => {
    checkStorage(versions, diagnostics)
    const manifest = manifestOf(versions, writer)
    if (additions !== undefined) addToManifest(manifest, additions)
    return manifest
  })
}

function resources(model: ApiModel): Map<string, ServedVersion[]> {
  const byKind = new Map<string, ServedVersion[]>()
  for (const pkg of model.packages) {
    if (pkg.group === undefined || pkg.group === '' || pkg.external !== undefined) continue
    for (const struct of pkg.declarations) {
      if (struct.form !== 'struct' || struct.kind?.resource === undefined) continue
      const versions = byKind.get(`${struct.kind.kind}.${pkg.group}`) ?? []
      byKind.set(`${struct.kind.kind}.${pkg.group}`, versions)
      versions.push({ package: pkg, struct, kind: struct.kind, resource: struct.kind.resource })
    }
  }
  const placeOf = ({ resource }: ServedVersion) => resource.manifest?.place ?? 0
  for (const [kind, versions] of byKind) {
    const listed = versions.filter(({ resource }) => resource.version?.skipped !== true)
    if (listed.length === 0) byKind.delete(kind)
    else
      byKind.set(
        kind,
        listed.sort((a, b) => placeOf(a) - placeOf(b)),
      )
  }
  return byKind
}

function checkStorage(versions: readonly ServedVersion[], diagnostics: Diagnostics): void {
  const stored = versions.filter(({ resource }) => resource.version?.storage === true)
  if (versions.length === 1 || stored.length === 1) return
  const [first] = versions
  const message =
    stored.length === 0
      ? `no version of ${first?.kind.kind} is the stored one: mark one with +kubebuilder:storageversion`
      : `${stored.length} versions of ${first?.kind.kind} are marked +kubebuilder:storageversion: one is stored`
  diagnostics.error('crd-storage', message, (stored[1] ?? first)?.struct.span)
}

function manifestOf(versions: readonly ServedVersion[], writer: SchemaWriter): JSONObject {
  const document = documentOf(versions[0]!)
  const spec = document.spec as JSONObject
  spec.versions = versions.map((version) => {
    const entry = versionEntry(version, versions.length === 1)
    const { package: pkg, struct } = version
    if (version.resource.manifest?.noSchema === true) return entry
    const existing = entry.schema
    const schema = writer.declaration(namedRef(pkg.path, struct.name), struct)
    entry.schema = { ...(isJSONObject(existing) ? existing : {}), openAPIV3Schema: schema }
    return entry
  })
  return document
}
