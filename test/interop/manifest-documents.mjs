import { readdirSync, readFileSync } from 'node:fs'

/** Real manifests, where the folder shared between projects is at hand. */
export const manifestFolder = new URL('../../../shared/upstream/manifests/', import.meta.url)

/**
 * Every document of the real manifests that is not empty: `{ name, text }`, `name` being the file and the number of the
 * document in it. Split at `---` lines here, so that both sides are asked about the same texts.
 */
export function manifestDocuments() {
  return readdirSync(manifestFolder)
    .sort()
    .flatMap((file) => {
      const texts = readFileSync(new URL(file, manifestFolder), 'utf8').split(/^---.*\n?/m)
      return texts.map((text, index) => ({ name: `${file}#${index}`, text }))
    })
    .filter(({ text }) => text.split('\n').some((line) => !/^\s*(#.*)?$/.test(line)))
}

/** The question about one document. */
export function manifestRequest({ text }) {
  return { op: 'strictdecode', format: 'yaml', in: text }
}

/**
 * What is compared of an answer: the reason of a refusal, without the document or the name of a scheme.
 *
 * @param {{ error?: string, errorType?: string }} answer
 */
export function verdict({ error, errorType }) {
  if (error === undefined) return 'valid'
  if (errorType === 'MissingKind') return "Object 'Kind' is missing"
  return error.replace(/ in scheme ".*"$/, '')
}
