/** Escapes one after another, those of surrogate pairs as one. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs
const lengthOfOne = '\\ud800'.length

/**
 * Replaces escapes of surrogates that are no pair by `\ufffd`, which is what Go reads them as. Places in the text stay the
 * same.
 */
export function replaceSurrogates(json: string): string {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return json
  return json.replace(escapes, (sequence) => (sequence.length === lengthOfOne ? '\\ufffd' : sequence))
}
