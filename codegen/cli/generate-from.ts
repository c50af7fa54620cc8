import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Diagnostics, formatDiagnostic } from '../diagnostics/diagnostic.js'
import { InputError } from '../input/input-files.js'
import { compareFiles, writeFiles } from '../output/write-files.js'
import type { ConversionService, ManifestAdditions } from '../schema/manifest-additions.js'
import type { CommandIO } from './command-io.js'
import { type Emission, emissions, emit } from './emit.js'
import { type SourceName, sources } from './sources.js'

/** The flags of `apimachinery generate` that complete CRDs. */
interface AdditionFlags {
  readonly 'conversion-webhook'?: string | undefined
  readonly 'crd-annotation'?: readonly string[] | undefined
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const service = new RegExp(`^(?<namespace>${label})/(?<name>${label})(:(?<port>[0-9]{1,5}))?(?<path>/[!-~]*)?$`)
const annotationKey = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-\w.]*[A-Za-z0-9])?$/

/** Reads the flags; the answer is a text that says what is wrong with one of them. */
function manifestAdditions(flags: AdditionFlags): ManifestAdditions | string {
  const { 'conversion-webhook': webhook, 'crd-annotation': pairs = [] } = flags
  const annotations: [string, string][] = []
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1 || !annotationKey.test(pair.slice(0, at))) return `--crd-annotation ${pair}: KEY=VALUE is needed`
    annotations.push([pair.slice(0, at), pair.slice(at + 1)])
  }
  const conversionWebhook = webhook === undefined ? undefined : conversionService(webhook)
  if (typeof conversionWebhook === 'string') return conversionWebhook
  return { conversionWebhook, annotations: Object.fromEntries(annotations) }
}

function conversionService(text: string): ConversionService | string {
  const { namespace = '', name = '', port, path } = service.exec(text)?.groups ?? {}
  if (name === '') return `--conversion-webhook ${text}: NAMESPACE/SERVICE[:PORT][/PATH] is needed`
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) {
    return `--conversion-webhook ${text}: a port is a number from 1 to 65535`
  }
  return { namespace, name, path, ...(port !== undefined && { port: Number(port) }) }
}

const options = {
  input: { type: 'string', short: 'i', multiple: true },
  out: { type: 'string', short: 'o' },
  emit: { type: 'string', multiple: true },
  docs: { type: 'boolean' },
  'no-docs': { type: 'boolean' },
  'closed-enums': { type: 'boolean' },
  'no-descriptions': { type: 'boolean' },
  group: { type: 'string' },
  version: { type: 'string' },
  all: { type: 'boolean' },
  'conversion-webhook': { type: 'string' },
  'crd-annotation': { type: 'string', multiple: true },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reports whether a word names a source that {@link generateFrom} reads. */
export function isSourceName(word: string | undefined): word is SourceName {
  return word !== undefined && Object.hasOwn(sources, word)
}

/** Runs `apimachinery generate crd|openapi|proto|ts|go`; the answer is the exit code: 0, 1 refused, 2 called wrongly. */
export async function generateFrom(name: SourceName, args: readonly string[], io: CommandIO): Promise<number> {
  const source = sources[name]
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
  if (values.help === true) {
    io.out(helpOf(name))
    return 0
  }
  const inputs = [...(values.input ?? []), ...positionals]
  if (inputs.length === 0 || values.out === undefined) {
    io.err(`apimachinery generate ${name}: --input and --out are needed\n\n${helpOf(name)}`)
    return 2
  }
  const wanted = emissionsOf(values.emit, source.emits)
  if (typeof wanted === 'string') {
    io.err(`apimachinery generate ${name}: ${wanted}`)
    return 2
  }
  const additions = manifestAdditions(values)
  if (typeof additions === 'string') {
    io.err(`apimachinery generate ${name}: ${additions}`)
    return 2
  }
  const diagnostics = new Diagnostics()
  const progress = (line: string) => io.progress?.(line)
  const read = await source.read({ inputs, cwd: io.cwd, diagnostics, progress, values })
  const docs = values['no-docs'] === true ? 'none' : values.docs === true ? 'all' : 'comments'
  const closedEnums = values['closed-enums'] === true
  const descriptions = values['no-descriptions'] !== true
  const output = diagnostics.hasErrors
    ? undefined
    : emit(read, wanted, { docs, closedEnums, descriptions, additions, diagnostics, progress })
  for (const item of diagnostics.items) io.err(formatDiagnostic(item))
  if (output === undefined || diagnostics.hasErrors) return 1
  if (output.files.length === 0) {
    io.err(`apimachinery generate ${name}: there is nothing to generate in ${inputs.join(', ')}`)
    return 1
  }
  const out = resolve(io.cwd, values.out)
  if (values.check === true) {
    const differences = compareFiles(out, output.files, output.owned)
    for (const { path, reason } of differences) io.err(`${path}: ${reason}`)
    return differences.length === 0 ? 0 : 1
  }
  if (existsSync(out) && !statSync(out).isDirectory()) throw new InputError(`${values.out} is not a folder`)
  writeFiles(out, output.files, output.owned)
  io.out(`${output.files.length} files in ${values.out}`)
  return 0
}

function emissionsOf(given: readonly string[] | undefined, byDefault: readonly Emission[]): Emission[] | string {
  if (given === undefined) return [...byDefault]
  const names = given.flatMap((each) => each.split(',')).map((each) => each.trim())
  const unknown = names.find((each) => !Object.hasOwn(emissions, each))
  if (unknown !== undefined) return `nothing called "${unknown}" can be emitted: ${Object.keys(emissions).join(', ')}`
  return names as Emission[]
}

function helpOf(name: SourceName): string {
  const { summary, input, emits, more } = sources[name]
  const rows = Object.entries(emissions).map(([each, text]) => `      ${each.padEnd(14)}${text}`)
  return `usage: apimachinery generate ${name} -i PATH… -o DIR [options]

${summary}

  -i, --input PATH      ${input}; repeatable
  -o, --out DIR         where to write
      --emit LIST       outputs, separated by commas (${emits.join(',')}):
${rows.map((row) => `  ${row}`).join('\n')}
      --docs            also put comments into descriptors, from which schemas are published
      --no-docs         leave comments out of generated code
      --closed-enums    types with fixed values accept no others
      --no-descriptions leave descriptions out of CRDs and OpenAPI
      --conversion-webhook NAMESPACE/SERVICE[:PORT][/PATH]
                        CRDs have this service convert between their versions (/convert)
      --crd-annotation KEY=VALUE
                        CRDs have this annotation; repeatable
      --check           write nothing; fail when anything would change${(more ?? []).map((line) => `\n${line}`).join('')}
  -h, --help            print this help`
}
