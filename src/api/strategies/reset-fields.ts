/**
 * Fields by version: `{'apps/v1': [['status']]}`. A path is the names of the fields from the root.
 *
 * Source: `ResetFieldsStrategy` of k8s.io/apiserver/pkg/registry/rest.
 */
export type FieldSetPaths = Readonly<Record<string, readonly (readonly string[])[]>>
