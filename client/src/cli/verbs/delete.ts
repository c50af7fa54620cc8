import { isNotFound } from 'apimachinery/errors'
import { deleteObject, waitForDeletion } from '../../resources/delete-objects.js'
import { type ObjectInfo, resourceOf } from '../../resources/object-info.js'
import type { ResourceFinder } from '../../resources/resource-finder.js'
import { withSource } from '../../resources/source-error.js'
import { nameAndNamespace } from '../../rest/name-and-namespace.js'
import { connect, globalHelp, globalOptions, parseDuration, type Session } from '../global-options.js'
import { deletionText, dryRunOf, fileOptions, finderFor, forEachObject } from '../object-options.js'
import { integerFlag, parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

const policies = {
  true: 'Background',
  background: 'Background',
  foreground: 'Foreground',
  orphan: 'Orphan',
  false: 'Orphan',
} as const
const week = 7 * 24 * 60 * 60 * 1000

/** Deletes objects, and waits until they are gone. */
export const deleteObjects: Verb = {
  summary: 'delete objects by files, names, or selectors',
  help: `usage: apimachinery-client delete ([-f FILENAME] | TYPE [NAME…] | TYPE/NAME… | TYPE -l SELECTOR | TYPE --all) [options]

  -f, --filename FILE, -R, --recursive
  -l, --selector LABELS, --field-selector FIELDS, --all, -A, --all-namespaces
      --cascade MODE        background (default), foreground or orphan
      --grace-period N      seconds; negative: the objects' own
      --force               with --grace-period=0: immediately, without confirmation of the node
      --now                 short for --grace-period=1
      --wait=false          do not wait until the objects are gone
      --timeout DURATION    how long to wait
      --ignore-not-found    missing objects are not an error
      --dry-run MODE, -o, --output name
${globalHelp}`,
  run: async (args, io) => {
    const { values, positionals } = parseArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        ...globalOptions,
        ...fileOptions,
        selector: { type: 'string', short: 'l' },
        'field-selector': { type: 'string' },
        all: { type: 'boolean' },
        'all-namespaces': { type: 'boolean', short: 'A' },
        cascade: { type: 'string', default: 'background' },
        'grace-period': { type: 'string', default: '-1' },
        force: { type: 'boolean' },
        now: { type: 'boolean' },
        wait: { type: 'boolean', default: true },
        timeout: { type: 'string', default: '0' },
        'ignore-not-found': { type: 'boolean' },
        'dry-run': { type: 'string' },
        output: { type: 'string', short: 'o' },
      },
    })
    const dryRun = dryRunOf(values['dry-run'])
    const propagationPolicy = policies[values.cascade as keyof typeof policies]
    if (propagationPolicy === undefined) {
      throw new UsageError(`invalid cascade value (${values.cascade}). Must be "background", "foreground", or "orphan"`)
    }
    if (values.output !== undefined && values.output !== 'name') {
      throw new UsageError(`unexpected -o output mode: ${values.output}. We only support '-o name'`)
    }
    if (values.all === true && values.selector !== undefined)
      throw new UsageError("setting 'all' parameter but found a non empty selector. ")
    const grace = graceOf(values)
    if (grace === 0 && values.force === true) {
      io.warn(
        'Warning: Immediate deletion does not wait for confirmation that the running resource has been terminated. The resource may continue to run on the cluster indefinitely.',
      )
    }
    const session = await connect(values, io)
    try {
      const finder = finderFor(session, io, {
        filename: values.filename,
        recursive: values.recursive,
        args: positionals,
        labelSelector: values.selector,
        fieldSelector: values['field-selector'],
        allNamespaces: values['all-namespaces'],
        all: values.all,
      })
      const isSelected = values.selector !== undefined || values['field-selector'] !== undefined
      const deleted: { info: ObjectInfo; uid: string | undefined }[] = []
      const ignore = values['ignore-not-found'] === true || values.all === true || isSelected
      const objects = targets(finder, session, { all: values.all === true || isSelected, values })
      const count = await forEachObject(objects, async (info) => {
        const options = {
          dryRun,
          propagationPolicy,
          signal: io.signal,
          ...(grace >= 0 && { gracePeriodSeconds: grace }),
        }
        try {
          deleted.push({ info, uid: await deleteObject(session.client, info, options) })
        } catch (error) {
          if (ignore && isNotFound(error)) return
          throw withSource('deleting', info.source, error)
        }
        io.write(`${deletionText(info, { dryRun, force: grace === 0, output: values.output })}\n`)
      })
      if (count === 0 && values['ignore-not-found'] !== true) io.write('No resources found\n')
      if (values.wait === false || dryRun !== 'none') return 0
      const timeout = parseDuration(values.timeout)
      for (const { info, uid } of deleted) {
        const timeoutMilliseconds = timeout === 0 ? week : timeout
        await waitForDeletion(session.client, info, { uid, timeoutMilliseconds, signal: io.signal })
      }
      return 0
    } finally {
      await session.client.close()
    }
  },
}

function graceOf(values: {
  readonly 'grace-period': string
  readonly now?: boolean | undefined
  readonly force?: boolean | undefined
}): number {
  const grace = integerFlag('--grace-period', values['grace-period'])
  if (values.now === true) {
    if (grace !== -1) throw new UsageError('--now and --grace-period cannot be specified together')
    return 1
  }
  // Zero means immediately, which requires --force.
  if (grace === 0 && values.force !== true) return 1
  if (grace > 0 && values.force === true) {
    throw new UsageError('--force and --grace-period greater than 0 cannot be specified together')
  }
  return grace === -1 && values.force === true ? 0 : grace
}

async function* targets(
  finder: ResourceFinder,
  { client }: Session,
  {
    all,
    values,
  }: {
    readonly all: boolean
    readonly values: { readonly selector?: string | undefined; readonly 'field-selector'?: string | undefined }
  },
): AsyncGenerator<ObjectInfo, undefined> {
  yield* finder.manifests()
  for (const { mapping, name } of await finder.selections()) {
    const namespace = finder.namespaceFor(mapping)
    if (name !== undefined) {
      yield { mapping, namespace, name, object: undefined, source: '' }
      continue
    }
    if (!all) throw new UsageError('resource(s) were provided, but no name was specified')
    const resource = resourceOf(client, { mapping, namespace })
    const options = { labelSelector: values.selector, fieldSelector: values['field-selector'] }
    for await (const object of resource.each(options)) {
      const found = nameAndNamespace(object)
      yield { mapping, namespace: found.namespace ?? '', name: found.name, object, source: '' }
    }
  }
}
