import type { Field } from './declarations.js'

/** A property is required where OpenAPI says so: not marked optional and never left out. */
export function isRequired({ options, shape }: Field): boolean {
  return options.required ?? (shape === '' || shape === '*')
}
