import type { CustomResourceDefinitionVersion } from 'apimachinery/api/apiextensions/v1'
import type { KindStrategy, StrategyContext, UpdateHooks } from 'apimachinery/api/strategies'
import { deepCopy, deepEqual } from 'apimachinery/descriptor'
import { ensureMetadata, JSONPath } from 'apimachinery/meta'
import { groupVersionKindOf, type KubernetesObject, unstructuredContent } from 'apimachinery/runtime'
import { type FieldError, isQualifiedName } from 'apimachinery/validation'
import { readMetadata } from '../registry/read-metadata.js'
import type { CustomResourceType } from './custom-resource-type.js'

interface WithStatus extends KubernetesObject {
  status?: unknown
}

/**
 * How the objects of one version of a custom resource behave in a registry.
 *
 * Source: k8s.io/apiextensions-apiserver/pkg/registry/customresource.
 */
export function customResourceStrategy(
  { type, version: compiled }: CustomResourceType,
  version: CustomResourceDefinitionVersion,
  { namespaced, statusVersions }: StrategyFacts,
): KindStrategy {
  const hasStatus = version.subresources?.status !== undefined
  const apiVersion = type.groupVersionKind.groupVersion().toString()
  const changed = (object: KubernetesObject, old: KubernetesObject): boolean => {
    const withoutMetadata = (from: KubernetesObject) => ({ ...unstructuredContent(from), metadata: null })
    return !deepEqual(type.descriptor, withoutMetadata(object), withoutMetadata(old))
  }
  return {
    type,
    declared: false,
    namespaced,
    kindOf: groupKindOf,
    allowCreateOnUpdate: false,
    allowUnconditionalUpdate: false,
    prepareForCreate(object) {
      if (hasStatus) delete (object as WithStatus).status
      ensureMetadata(object).generation = 1
    },
    validate: (object) => compiled.validate(unstructuredContent(object)),
    warningsOnCreate: (object) => finalizerWarnings(object),
    prepareForUpdate(object, old) {
      if (hasStatus) keepStatus(object, old)
      if (changed(object, old)) ensureMetadata(object).generation = (readMetadata(old).generation ?? 0) + 1
    },
    validateUpdate: (object, old, context) =>
      compiled.validateUpdate(unstructuredContent(object), unstructuredContent(old), warned(context)),
    warningsOnUpdate: (object, old) => finalizerWarnings(object, old),
    selectableFields: selectableFields(version),
    ...(hasStatus && {
      resetFields: { [apiVersion]: [['status']] },
      subresources: { status: statusHooks(compiled, statusVersions) },
    }),
  }
}

/** Rules that were violated before give warnings. */
function warned({ warn }: StrategyContext): ((error: FieldError) => void) | undefined {
  return warn && ((error) => warn(error.message))
}

/** Input of a strategy besides its version. */
export interface StrategyFacts {
  readonly namespaced: boolean
  /** All versions with a status, such as `example.com/v1`. */
  readonly statusVersions: readonly string[]
}

/** The declared kind of an object. */
function groupKindOf(object: KubernetesObject): { readonly group: string; readonly kind: string } {
  const { group, kind } = groupVersionKindOf(object)
  return { group, kind }
}

function keepStatus(object: WithStatus, old: WithStatus): void {
  if (Object.hasOwn(old, 'status')) object.status = old.status
  else delete object.status
}

function statusHooks(compiled: CustomResourceType['version'], versions: readonly string[]): UpdateHooks {
  return {
    prepareForUpdate(object, old) {
      const status = Object.hasOwn(object, 'status') ? { status: (object as WithStatus).status } : {}
      const { managedFields } = readMetadata(object)
      for (const key of Object.keys(object)) delete (object as Record<string, unknown>)[key]
      Object.assign(object, deepCopy(old))
      delete (object as WithStatus).status
      Object.assign(object, status)
      const metadata = ensureMetadata(object)
      if (managedFields === undefined) delete metadata.managedFields
      else metadata.managedFields = managedFields
    },
    validateUpdate: (object, old, context) =>
      compiled.validateStatusUpdate(unstructuredContent(object), unstructuredContent(old), warned(context)),
    warningsOnUpdate: (object, old) => finalizerWarnings(object, old),
    resetFields: Object.fromEntries(versions.map((each) => [each, [['metadata'], ['spec']]])),
  }
}

const standardFinalizers: ReadonlySet<string> = new Set(['orphan', 'foregroundDeletion', 'kubernetes'])

function finalizerWarnings(object: KubernetesObject, old?: KubernetesObject): string[] {
  const before = old === undefined ? [] : (readMetadata(old).finalizers ?? [])
  const added = new Set((readMetadata(object).finalizers ?? []).filter((each) => !before.includes(each)))
  return [...added].sort().flatMap((finalizer) => {
    const place = `metadata.finalizers: ${JSON.stringify(finalizer)}`
    const warnings = isQualifiedName(finalizer).map((problem) => `${place}: ${problem}`)
    if (finalizer.includes('/') || standardFinalizers.has(finalizer)) return warnings
    const path = finalizer.includes('.') ? ' including a path (/)' : ''
    const advice = `prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`
    return [...warnings, `${place}: ${advice}`]
  })
}

/** Values of the selectable fields of a version. */
function selectableFields({
  selectableFields: fields,
}: CustomResourceDefinitionVersion): (object: KubernetesObject) => Readonly<Record<string, string>> {
  const paths = (fields ?? []).map(({ jsonPath }) => ({
    name: jsonPath.replace(/^\./, ''),
    path: JSONPath.parse(`{${jsonPath}}`, { allowMissingKeys: true }),
  }))
  return (object) => {
    if (paths.length === 0) return {}
    const content = unstructuredContent(object)
    return Object.fromEntries(paths.map(({ name, path }) => [name, columnText(path.findResults(content)[0]?.[0])]))
  }
}

function columnText(value: unknown): string {
  return value === undefined || value === null ? '' : String(value)
}
