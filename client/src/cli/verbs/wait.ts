import { isNotFound } from 'apimachinery/errors'
import { sleep } from 'apimachinery/wait'
import type { Client } from '../../client/client.js'
import { type ObjectInfo, objectName, resourceOf } from '../../resources/object-info.js'
import type { ResourceFinder } from '../../resources/resource-finder.js'
import { parseWaitCondition } from '../../resources/wait-condition.js'
import { waitFor } from '../../resources/wait-for.js'
import type { CommandIO } from '../command-io.js'
import { connect, globalHelp, globalOptions, parseDuration } from '../global-options.js'
import { fileOptions, finderFor, forEachObject } from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

const week = 7 * 24 * 60 * 60 * 1000

/** Waits for conditions of objects. */
export const wait: Verb = {
  summary: 'wait until objects meet a condition',
  help: `usage: apimachinery-client wait ([-f FILENAME] | TYPE/NAME… | TYPE (-l SELECTOR | --all)) --for=CONDITION [options]

      --for CONDITION       create, delete, condition=NAME[=VALUE], jsonpath={PATH}[=VALUE]; repeatable
      --timeout DURATION    default 30s; 0 checks once, negative waits a week
  -f, --filename FILE, -R, --recursive, -l, --selector LABELS, --field-selector FIELDS, --all, -A, --all-namespaces
${globalHelp}`,
  run: async (args, io) => {
    const { values, positionals } = parseArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        ...globalOptions,
        ...fileOptions,
        for: { type: 'string', multiple: true },
        timeout: { type: 'string', default: '30s' },
        selector: { type: 'string', short: 'l' },
        'field-selector': { type: 'string' },
        all: { type: 'boolean' },
        'all-namespaces': { type: 'boolean', short: 'A' },
      },
    })
    const conditions = (values.for ?? []).map((text) => ({ text, holds: parseWaitCondition(text) }))
    if (conditions.length === 0) throw new UsageError('unrecognized condition: []')
    const timeout = parseDuration(values.timeout)
    const timeoutMilliseconds = timeout < 0 ? week : timeout
    const session = await connect(values, io)
    try {
      const finder = finderFor(session, io, {
        ...values,
        args: positionals,
        labelSelector: values.selector,
        fieldSelector: values['field-selector'],
        allNamespaces: values['all-namespaces'],
      })
      const isForDeletion = conditions.every(({ text }) => text.toLowerCase() === 'delete')
      const isForCreation = conditions.some(({ text }) => text.toLowerCase() === 'create')
      const end = performance.now() + timeoutMilliseconds
      const count = await forEachObject(
        isForCreation
          ? created(() => targets(finder, session.client, 'creation'), { end, io })
          : targets(finder, session.client, isForDeletion ? 'deletion' : undefined),
        async (info) => {
          for (const { holds } of conditions) {
            await waitFor(session.client, info, { until: holds, timeoutMilliseconds, signal: io.signal })
          }
          io.write(`${objectName(info)} condition met\n`)
        },
      )
      if (count === 0 && isForCreation) throw new UsageError('timed out waiting for the condition')
      if (count === 0 && !isForDeletion) throw new UsageError('no matching resources found')
      return 0
    } finally {
      await session.client.close()
    }
  },
}

/** The objects, as soon as there is one; none when the time is over. */
async function* created(
  look: () => AsyncGenerator<ObjectInfo, undefined>,
  { end, io }: { readonly end: number; readonly io: CommandIO },
): AsyncGenerator<ObjectInfo, undefined> {
  for (;;) {
    let found = false
    for await (const info of look()) {
      found = true
      yield info
    }
    const left = end - performance.now()
    if (found || left <= 0) return
    await sleep(Math.min(500, left), { signal: io.signal })
  }
}

/** The objects; those named may be absent where that is what is waited for. */
async function* targets(
  finder: ResourceFinder,
  client: Client,
  awaited: 'deletion' | 'creation' | undefined,
): AsyncGenerator<ObjectInfo, undefined> {
  if (awaited === undefined) {
    yield* finder.objects()
    return
  }
  yield* finder.manifests()
  const selections = await finder.selections()
  if (selections.some(({ name }) => name === undefined)) {
    try {
      yield* finder.objects()
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    return
  }
  for (const { mapping, name = '' } of selections) {
    const info = { mapping, name, namespace: finder.namespaceFor(mapping), object: undefined, source: '' }
    // Nothing is printed for objects that are already gone.
    if (awaited === 'creation' || (await exists(client, info))) yield info
  }
}

async function exists(client: Client, info: ObjectInfo): Promise<boolean> {
  try {
    await resourceOf(client, info).get(info.name)
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}
