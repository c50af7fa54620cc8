import type { Release } from '../releases/release.js'

/**
 * Fields by version: `{'apps/v1': [['status']]}`. A path is the names of the fields from the root.
 *
 * Source: `ResetFieldsStrategy` of k8s.io/apiserver/pkg/registry/rest.
 */
export type FieldSetPaths = Readonly<Record<string, readonly (readonly string[])[]>>

/** The facts about a server that the fields may depend on. */
export interface ResetFieldsContext {
  readonly release: Release
  /** Whether a feature gate is on. */
  featureEnabled(gate: string): boolean
}

/** The fields that a way of writing resets: of every server, or of one. */
export type ResetFields = FieldSetPaths | ((context: ResetFieldsContext) => FieldSetPaths)

/** The fields that a way of writing resets in a server; undefined where nothing is said of them. */
export function resetFieldsIn(fields: ResetFields | undefined, context: ResetFieldsContext): FieldSetPaths | undefined {
  return typeof fields === 'function' ? fields(context) : fields
}
