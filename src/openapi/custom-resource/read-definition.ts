import { DocumentReader } from '../../meta/discovery/document-reader.js'
import type { JSONSchemaProps } from '../json-schema-props.js'

/**
 * The part of a CustomResourceDefinition that is read here; the class of `apimachinery/api/apiextensions/v1` has this
 * shape.
 */
export interface CustomResourceDefinitionFields {
  readonly spec?:
    | {
        readonly group?: string | undefined
        readonly scope?: string | undefined
        readonly names?:
          | {
              readonly plural?: string | undefined
              readonly singular?: string | undefined
              readonly kind?: string | undefined
              readonly listKind?: string | undefined
              readonly shortNames?: readonly string[] | undefined
              readonly categories?: readonly string[] | undefined
            }
          | undefined
        readonly versions?: readonly VersionFields[] | undefined
        readonly conversion?: { readonly strategy?: string | undefined } | undefined
      }
    | undefined
}

interface VersionFields {
  readonly name?: string | undefined
  readonly served?: boolean | undefined
  readonly storage?: boolean | undefined
  readonly schema?: { readonly openAPIV3Schema?: JSONSchemaProps | undefined } | undefined
  readonly subresources?: object | undefined
}

/** One version of a definition, as it was read. */
export interface DefinitionVersion {
  readonly name: string
  readonly served: boolean
  readonly storage: boolean
  readonly schema: JSONSchemaProps | undefined
  /** `status` and `scale`, as far as the version has them. */
  readonly subresources: readonly string[]
  readonly scale: ScalePaths | undefined
}

/** Paths of the fields of the scale subresource: `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicasPath: string
  readonly statusReplicasPath: string
  /** Empty if there is none. */
  readonly labelSelectorPath: string
}

/** The `spec` of a definition, of the right types; what is absent or `null` is empty. */
export interface DefinitionSpec {
  readonly group: string
  readonly scope: string
  readonly names: {
    readonly plural: string
    readonly singular: string
    readonly kind: string
    readonly listKind: string
    readonly shortNames: readonly string[]
    readonly categories: readonly string[]
  }
  readonly versions: readonly DefinitionVersion[]
  /** Of the conversion between versions. */
  readonly strategy: string
}

/**
 * Reads the `spec` of a CustomResourceDefinition. Schemas are not looked into.
 *
 * @throws MachineryError `InvalidSchema` for values of wrong types, with their path.
 */
export function readSpec(definition: CustomResourceDefinitionFields): DefinitionSpec {
  const spec = below(new DocumentReader(definition, '', 'InvalidSchema'), 'spec')
  const names = below(spec, 'names')
  return {
    group: spec.text('group'),
    scope: spec.text('scope'),
    names: {
      plural: names.text('plural'),
      singular: names.text('singular'),
      kind: names.text('kind'),
      listKind: names.text('listKind'),
      shortNames: names.texts('shortNames'),
      categories: names.texts('categories'),
    },
    versions: spec.objects('versions').map(readVersion),
    strategy: below(spec, 'conversion').text('strategy'),
  }
}

function readVersion(version: DocumentReader): DefinitionVersion {
  return {
    name: version.text('name'),
    served: version.value('served') === undefined || version.flag('served'),
    storage: version.flag('storage'),
    schema: below(version, 'schema').value('openAPIV3Schema') as JSONSchemaProps | undefined,
    subresources: ['status', 'scale'].filter((name) => below(version, 'subresources').value(name) !== undefined),
    scale: readScale(below(version, 'subresources')),
  }
}

function readScale(subresources: DocumentReader): ScalePaths | undefined {
  const scale = subresources.object('scale')
  return (
    scale && {
      specReplicasPath: scale.text('specReplicasPath'),
      statusReplicasPath: scale.text('statusReplicasPath'),
      labelSelectorPath: scale.text('labelSelectorPath'),
    }
  )
}

/** The object under a name; an empty object if there is none. */
function below(reader: DocumentReader, name: string): DocumentReader {
  return reader.object(name) ?? new DocumentReader({}, `${reader.path}.${name}`, 'InvalidSchema')
}
