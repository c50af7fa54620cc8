import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../src/cli/run.js'
import { commands, files } from './create-commands.mjs'

interface Golden {
  readonly certificate: { readonly cert: string; readonly key: string }
  readonly answers: Readonly<Record<string, { readonly out?: string; readonly err?: string }>>
}

const golden = JSON.parse(await readFile(new URL('create-golden.json', import.meta.url), 'utf8')) as Golden
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'create-'))
  const { cert, key } = golden.certificate
  for (const [name, content] of Object.entries({ ...files, 'tls.crt': cert, 'tls.key': key })) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
})
afterAll(() => rm(folder, { recursive: true }))

async function create(line: string): Promise<{ code: number; out: string; err: string }> {
  const [own = '', command] = line.split(' -- ')
  const args = ['create', ...own.split(' '), '--dry-run=client', '-o', 'yaml']
  if (command !== undefined) args.push('--', ...command.split(' '))
  let [out, err] = ['', '']
  const code = await run(args, {
    cwd: folder,
    environment: { KUBECONFIG: '/dev/null', HOME: folder },
    write: (text) => {
      out += text
    },
    warn: (text) => {
      err += `${text}\n`
    },
    readInput: () => '',
  })
  return { code, out, err }
}

/** Go 1.34's types leave out a creation time that is not set; the kubectl that was recorded did not. */
function withoutEmptyTimes(text: string): string {
  return text
    .replace(/^( *)metadata:\n\1 {2}creationTimestamp: null\n(?!\1 {2}\S)/gm, '$1metadata: {}\n')
    .replace(/^ *creationTimestamp: null\n/gm, '')
}

/** The name of the command is another one, and kubectl's library logs options that are missing instead of telling so. */
function inOurName(text: string): string {
  return text
    .replace(/kubectl create/g, 'apimachinery-client create')
    .replace(/^Error: (invalid argument .*)\nSee .* for usage\.\n$/s, 'error: $1\n')
    .replace('"-r, --', '"--')
    .replace(
      /^E\d{4} .*"command failed" err="(.*)"\n$/s,
      (_, message: string) => `error: ${message.replace(/\\"/g, '"')}\n`,
    )
}

describe('create of one object, as kubectl answered', () => {
  it.each(commands)('%s', async (line) => {
    const { out, err } = golden.answers[line] ?? {}
    expect(await create(line)).toEqual(
      out === undefined
        ? { code: 1, out: '', err: inOurName(err ?? '') }
        : { code: 0, out: withoutEmptyTimes(out), err: '' },
    )
  })
})
