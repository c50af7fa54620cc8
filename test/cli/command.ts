import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../../cli/run.js'

/** What one call of the command did. */
export interface Outcome {
  readonly code: number
  readonly out: string
  readonly bytes: Uint8Array
  readonly err: string
}

/** Calls the command within this process, in `cwd`, with `input` as standard input. */
export async function apimachinery(
  args: readonly string[],
  { cwd = process.cwd(), input = '' }: { cwd?: string; input?: string | Uint8Array } = {},
): Promise<Outcome> {
  const chunks: Uint8Array[] = []
  const lines: string[] = []
  const code = await run(args, {
    cwd,
    write: (data) => void chunks.push(typeof data === 'string' ? new TextEncoder().encode(data) : data),
    warn: (line) => void lines.push(line),
    readInput: () => (typeof input === 'string' ? new TextEncoder().encode(input) : input),
    terminal: undefined,
  })
  const bytes = Buffer.concat(chunks)
  return { code, out: bytes.toString(), bytes, err: lines.join('\n') }
}

/** Makes a folder with these files. */
export function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'apimachinery-cli-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return folder
}
