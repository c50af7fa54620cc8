/** Escapes one after another, those of surrogate pairs as one. */
const escapes = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs
const lengthOfOne = '\\ud800'.length

/** Replaces escapes of unpaired surrogates by `\ufffd`, as Go reads them. Positions in the text do not change. */
export function replaceSurrogates(json: string): string {
  if (!json.includes('\\ud') && !json.includes('\\uD')) return json
  return json.replace(escapes, (sequence) => (sequence.length === lengthOfOne ? '\\ufffd' : sequence))
}
