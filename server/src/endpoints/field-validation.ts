import type { WarningRecorder } from '../request/warnings.js'

/** How unknown and duplicate fields are treated; default `Warn`. */
export type FieldValidation = 'Ignore' | 'Warn' | 'Strict'

/** The directive in the options of a request, which are valid. */
export function fieldValidationOf(options: { readonly fieldValidation?: string | undefined }): FieldValidation {
  return (options.fieldValidation || 'Warn') as FieldValidation
}

const yamlPrefixes = ['yaml: unmarshal errors:\n', 'error converting YAML to JSON: yaml: unmarshal errors:\n']

/** Adds warnings for strict findings; a finding of the YAML reader holds several. */
export function addStrictDecodingWarnings(warnings: WarningRecorder, findings: readonly string[]): void {
  for (const finding of findings) {
    for (const text of linesOf(finding)) warnings.addWarning('', text)
  }
}

function linesOf(finding: string): readonly string[] {
  const prefix = yamlPrefixes.find((each) => finding.startsWith(each))
  if (prefix === undefined) return [finding]
  return finding
    .slice(prefix.length)
    .split('\n')
    .map((line) => line.trim())
}
