import { parseArgs } from 'node:util'
import type { KnownType } from '../../src/runtime/scheme/kind-table.js'
import { loadScheme } from '../load-scheme.js'
import { inputOptions } from '../options.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

const outputs: readonly string[] = ['table', 'json']

/** Lists the kinds of the scheme. */
export const kinds: Verb = {
  summary: 'list the known kinds',
  help: `usage: apimachinery kinds [options]

      --all             list kinds that are not served as a resource too: lists, options, events of a watch
      --group GROUP     only this group; "core" is the one without a name
  -o, --output FORMAT   table (default) or json
      --scheme MODULE   JavaScript module that exports addToScheme(scheme), for custom types; repeatable`,
  run: async (args, io) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        scheme: inputOptions.scheme,
        all: { type: 'boolean', default: false },
        group: { type: 'string' },
        output: { type: 'string', short: 'o', default: 'table' },
      },
    })
    if (!outputs.includes(values.output)) throw new UsageError(`-o ${values.output}: not one of ${outputs.join(', ')}`)
    const scheme = await loadScheme({ modules: values.scheme ?? [], cwd: io.cwd })
    const group = values.group === 'core' ? '' : values.group
    const rows = scheme
      .allKnownTypes()
      .filter(({ type }) => values.all || type.resource !== undefined)
      .filter(({ gvk }) => group === undefined || gvk.group === group)
      .map(rowOf)
      .sort((a, b) => (a.apiVersion === b.apiVersion ? order(a.kind, b.kind) : order(a.apiVersion, b.apiVersion)))
    if (rows.length === 0) throw new UsageError(`--group ${values.group}: no kind of this group is known`, 1)
    io.write(values.output === 'json' ? `${JSON.stringify(rows, undefined, 2)}\n` : table(rows))
    return 0
  },
}

interface Row {
  readonly apiVersion: string
  readonly kind: string
  readonly resource: string
  readonly scope: string
}

function rowOf({ gvk, type }: KnownType): Row {
  const { plural = '', scope = '' } = type.resource ?? {}
  return { apiVersion: gvk.groupVersion().toString(), kind: gvk.kind, resource: plural, scope }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function table(rows: readonly Row[]): string {
  const lines = [['APIVERSION', 'KIND', 'RESOURCE', 'SCOPE'], ...rows.map((row) => Object.values(row))]
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  const text = lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
  return text.map((line) => `${line.trimEnd()}\n`).join('')
}
