import { isJSONObject, type JSONObject } from '../../../src/json/json-value.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceText } from '../../diagnostics/source-span.js'
import { builtInPackages } from '../../external/built-in-packages.js'
import { sourceDigest } from '../../input/source-digest.js'
import { readYAMLDocuments, type YAMLDocument } from '../../input/yaml-documents.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import { typeMeta } from '../../ir/type-ref.js'
import { CRDPackage } from './crd-package.js'
import { readDefinition, type VersionDefinition } from './read-definition.js'

/** Input of the front end. */
export interface CRDInput {
  /** Name of the source in file headers, for example the file names. */
  readonly source: string
  /** YAML or JSON files with any number of documents; those of other kinds are passed over with a warning. */
  readonly files: readonly SourceText[]
}

/** Reads CustomResourceDefinitions, all versions; one package for each group and version. */
export async function readCRDs({ source, files }: CRDInput, diagnostics: Diagnostics): Promise<ApiModel> {
  const versions = files.flatMap((file) =>
    readYAMLDocuments(file, diagnostics).flatMap((document) => definitionsOf(document, diagnostics)),
  )
  const digest = sourceDigest(files.map(({ text }) => text))
  const external = await builtInPackages([typeMeta.package])
  const packages = new Map<string, CRDPackage>()
  for (const version of versions) {
    const path = `${version.group}/${version.name}`
    const pkg = packages.get(path) ?? new CRDPackage({ version, digest, external, diagnostics })
    packages.set(path, pkg)
    pkg.reserve(version)
  }
  for (const version of versions) packages.get(`${version.group}/${version.name}`)?.add(version)
  const written: ApiPackage[] = [...packages.values()].map((pkg) => pkg.package)
  return { source, packages: [...written, ...external] }
}

function definitionsOf({ value, locator }: YAMLDocument, diagnostics: Diagnostics): VersionDefinition[] {
  if (isList(value)) {
    return value.items.flatMap((item, index) => {
      const span = (path: readonly (string | number)[]) => locator.span(['items', index, ...path])
      return readDefinition(item, { diagnostics, span })
    })
  }
  return readDefinition(value, { diagnostics, span: (path) => locator.span(path) })
}

function isList(value: unknown): value is JSONObject & { items: JSONObject[] } {
  return (
    isJSONObject(value) && /^(CustomResourceDefinition)?List$/.test(String(value.kind)) && Array.isArray(value.items)
  )
}
