import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PatchType } from 'apimachinery/patch'
import { removeNestedField, type Unstructured } from 'apimachinery/runtime'
import { jsonToYAML } from 'apimachinery/runtime/serializer/yaml'
import type { Client } from '../../client/client.js'
import { type ObjectInfo, resourceOf } from '../../resources/object-info.js'
import { ThreeWayPatcher } from '../../resources/three-way-patch.js'
import { ifFound } from '../../rest/if-found.js'
import type { CommandIO } from '../command-io.js'
import { connect, globalHelp, globalOptions } from '../global-options.js'
import { fileOptions, finderFor, forEachObject } from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

/** Shows what an apply would change. */
export const diff: Verb = {
  summary: 'show the changes that applying files would make',
  help: `usage: apimachinery-client diff -f FILENAME [options]

Compares live objects with the result of a dry run, with "diff -u -N" or the program in KUBECTL_EXTERNAL_DIFF.
Exit codes: 0 no differences, 1 differences, more for errors.

  -f, --filename FILE, -R, --recursive
      --server-side, --force-conflicts, --field-manager NAME
      --show-managed-fields
${globalHelp}`,
  run: async (args, io) => {
    const { values } = parseArguments({
      args: [...args],
      options: {
        ...globalOptions,
        ...fileOptions,
        'server-side': { type: 'boolean' },
        'force-conflicts': { type: 'boolean' },
        'field-manager': { type: 'string' },
        'show-managed-fields': { type: 'boolean' },
      },
    })
    if (values.filename === undefined) throw new UsageError('must specify one of -f and -k')
    const session = await connect(values, io)
    const folder = await mkdtemp(join(tmpdir(), 'apimachinery-diff-'))
    const [live, merged] = [join(folder, 'LIVE'), join(folder, 'MERGED')]
    try {
      await Promise.all([mkdir(live), mkdir(merged)])
      const differ = new ObjectDiffer(session.client, {
        serverSide: values['server-side'] === true,
        force: values['force-conflicts'] === true,
        fieldManager: values['field-manager'],
        signal: io.signal,
      })
      await forEachObject(finderFor(session, io, values).manifests(), async (info) => {
        const { before, after } = await differ.compare(info)
        const name = fileName(info)
        maskSecret(before, after)
        const text = (object: Unstructured): string => shown(object, values['show-managed-fields'] === true)
        if (before !== undefined) await writeFile(join(live, name), text(before))
        await writeFile(join(merged, name), text(after))
      })
      return await runDiff([live, merged], io)
    } finally {
      await rm(folder, { recursive: true, force: true })
      await session.client.close()
    }
  },
}

/** How objects are compared. */
interface DifferOptions {
  readonly serverSide: boolean
  readonly force: boolean
  readonly fieldManager: string | undefined
  readonly signal: AbortSignal | undefined
}

/** Compares the live object with the result of an apply. */
class ObjectDiffer {
  readonly #client: Client
  readonly #options: DifferOptions
  readonly #patcher = new ThreeWayPatcher()

  constructor(client: Client, options: DifferOptions) {
    this.#client = client
    this.#options = options
  }

  async compare(
    info: ObjectInfo & { readonly object: Unstructured },
  ): Promise<{ before: Unstructured | undefined; after: Unstructured }> {
    const {
      serverSide,
      force,
      fieldManager = serverSide ? 'kubectl' : 'kubectl-client-side-apply',
      signal,
    } = this.#options
    const resource = resourceOf(this.#client, info)
    const options = { dryRun: ['All'], fieldManager, signal }
    const before = await ifFound(resource.get(info.name, { signal }))
    if (serverSide) {
      const patch = { type: PatchType.Apply, body: info.object }
      return { before, after: await resource.patch(info.name, patch, { ...options, force }) }
    }
    if (before === undefined) return { before, after: await resource.create(info.object, options) }
    const documents = { current: before, manifest: info.object }
    const patch = await this.#patcher.patch(info.mapping.groupVersionKind, documents, { annotate: false })
    return { before, after: patch.body === '{}' ? before : await resource.patch(info.name, patch, options) }
  }
}

/** Data of secrets is not shown, only whether it changes. */
function maskSecret(before: Unstructured | undefined, after: Unstructured): void {
  if (after.kind !== 'Secret' || after.apiVersion !== 'v1') return
  const old = (before?.data ?? {}) as Record<string, string>
  const next = (after.data ?? {}) as Record<string, string>
  const changes = (key: string): boolean =>
    Object.hasOwn(old, key) && Object.hasOwn(next, key) && old[key] !== next[key]
  const masked = (data: Record<string, string>, suffix: string): Record<string, string> =>
    Object.fromEntries(Object.keys(data).map((key) => [key, changes(key) ? `*** (${suffix})` : '***']))
  const [from, to] = [masked(old, 'before'), masked(next, 'after')]
  if (before?.data) before.data = from
  if (after.data) after.data = to
}

function shown(object: Unstructured, managedFields: boolean): string {
  if (!managedFields) removeNestedField(object, 'metadata', 'managedFields')
  return jsonToYAML(object)
}

function fileName({
  mapping: {
    groupVersionKind: { group, version, kind },
  },
  namespace,
  name,
}: ObjectInfo): string {
  const parts = [group, version, kind, namespace, name].filter((part, index) => index > 0 || part !== '')
  return parts.join('.').replaceAll(/[/:]/g, '_')
}

async function runDiff(folders: readonly string[], io: CommandIO): Promise<number> {
  const [program = 'diff', ...options] = (io.environment.KUBECTL_EXTERNAL_DIFF || 'diff -u -N').split(' ')
  // A variable with arguments must not start another program.
  const safe = options.filter((word) => /^[a-zA-Z0-9_=:/.+-]+$/.test(word))
  const child = spawn(program, [...safe, ...folders], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  const errors: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  const code = await new Promise<number>((resolve, reject) => {
    child.once('error', (error) => reject(new UsageError(`failed to run ${program}: ${error.message}`)))
    child.once('close', (status) => resolve(status ?? 2))
  })
  io.write(Buffer.concat(output).toString())
  if (errors.length > 0) io.warn(Buffer.concat(errors).toString().trimEnd())
  return code
}
