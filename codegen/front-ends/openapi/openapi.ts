import { isJSONObject } from '../../../src/json/json-value.js'
import type { Diagnostics } from '../../diagnostics/diagnostic.js'
import type { SourceText } from '../../diagnostics/source-span.js'
import { builtInPackages, isBuiltIn, pathOfModelPrefix } from '../../external/built-in-packages.js'
import { sourceDigest } from '../../input/source-digest.js'
import { readYAMLDocuments } from '../../input/yaml-documents.js'
import type { ApiModel, ApiPackage } from '../../ir/model.js'
import type { ResourceFacts } from '../../ir/resource-facts.js'
import { typeMeta } from '../../ir/type-ref.js'
import { deepestSchema, nestsTooDeep } from '../../schema/nesting.js'
import { modelScalar } from '../../schema/openapi-names.js'
import type { DocumentModel } from './document-model.js'
import { openAPIParts } from './normalize.js'
import { OpenAPIPackages } from './openapi-packages.js'
import { resourcesOf } from './resources.js'

/** Input of the front end. */
export interface OpenAPIInput {
  readonly source: string
  /** JSON or YAML documents of version 2 or 3. */
  readonly files: readonly SourceText[]
  /** Writes the built-in types of Kubernetes too; otherwise those of this package are used. */
  readonly all?: boolean | undefined
}

/** Reads the models of a cluster's OpenAPI documents; one package for each prefix of their names. */
export async function readOpenAPI(
  { source, files, all = false }: OpenAPIInput,
  diagnostics: Diagnostics,
): Promise<ApiModel> {
  const models = new Map<string, DocumentModel>()
  const resources = new Map<string, ResourceFacts>()
  for (const file of files) readFile(file, { models, resources, diagnostics })
  const external = await externalPackages(models.keys(), all)
  const packages = new OpenAPIPackages({
    models,
    resources,
    external: all ? external.filter(({ path }) => path === typeMeta.package) : external,
    digest: sourceDigest(files.map(({ text }) => text)),
    diagnostics,
  })
  return { source, packages: [...packages.read(), ...external] }
}

function readFile(
  file: SourceText,
  run: { models: Map<string, DocumentModel>; resources: Map<string, ResourceFacts>; diagnostics: Diagnostics },
): void {
  for (const { value, locator } of readYAMLDocuments(file, run.diagnostics)) {
    const parts = openAPIParts(value)
    if (parts === undefined) {
      const message = 'neither an OpenAPI v2 document with definitions nor a v3 document'
      run.diagnostics.error('openapi-document', message, locator.span([]))
      continue
    }
    for (const [name, schema] of Object.entries(parts.schemas)) {
      if (!isJSONObject(schema) || modelScalar(name) !== undefined || run.models.has(name)) continue
      const span = (path: readonly (string | number)[]) => locator.span([...parts.schemasPath, name, ...path])
      if (nestsTooDeep(schema)) {
        run.diagnostics.error('openapi-depth', `model ${name} nests deeper than ${deepestSchema}`, span([]))
        continue
      }
      run.models.set(name, { name, schema, span })
    }
    for (const [key, facts] of resourcesOf(parts.paths)) run.resources.set(key, facts)
  }
}

async function externalPackages(names: Iterable<string>, all: boolean): Promise<ApiPackage[]> {
  const paths = new Set([typeMeta.package])
  for (const name of all ? [] : names) {
    const path = pathOfModelPrefix(name.slice(0, name.lastIndexOf('.')))
    if (isBuiltIn(path)) paths.add(path)
  }
  return await builtInPackages(paths)
}
