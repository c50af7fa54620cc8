import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { markBigNumbers } from './big-numbers.js'
import type { CaseLine } from './case-line.js'

/** One file of cases. */
export interface CaseFile {
  /** Without endings: `defaults`, `validation`, `conversion`, `tables`. */
  readonly name: string
  /** Those whose text is needed; default: all. Texts cost much less than parsed lines. */
  lines(wanted?: (text: string) => boolean): Iterable<CaseLine>
}

const names = ['defaults', 'validation', 'conversion', 'tables']

/** The files of cases in a folder, plain or packed. */
export function caseFiles(folder: string, only?: string): CaseFile[] {
  const wanted = only?.replace(/\.jsonl(\.gz)?$/, '')
  return names
    .filter((name) => wanted === undefined || wanted === name)
    .flatMap((name) => {
      const text = readCases(join(folder, `${name}.jsonl`))
      return text === undefined ? [] : [{ name, lines: (wanted) => parseLines(text, wanted) }]
    })
}

function readCases(path: string): string | undefined {
  if (existsSync(path)) return readFileSync(path, 'utf8')
  if (existsSync(`${path}.gz`)) return gunzipSync(readFileSync(`${path}.gz`)).toString('utf8')
  return undefined
}

function* parseLines(text: string, wanted: (line: string) => boolean = () => true): Iterable<CaseLine> {
  for (const line of text.split('\n')) {
    if (line !== '' && wanted(line)) yield JSON.parse(markBigNumbers(line)) as CaseLine
  }
}
