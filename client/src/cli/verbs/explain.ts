import { MachineryError } from 'apimachinery/errors'
import { parseGroupVersion } from 'apimachinery/schema'
import { explain as explainSchema } from '../../resources/explain.js'
import { connect, globalHelp, globalOptions } from '../global-options.js'
import { finderFor } from '../object-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

/** Shows the documentation of resources and their fields. */
export const explain: Verb = {
  summary: 'describe a resource and its fields',
  help: `usage: apimachinery-client explain TYPE[.FIELD…] [options]

      --recursive           all fields below, without descriptions
      --api-version VERSION apps/v1
${globalHelp}`,
  run: async (args, io) => {
    const { values, positionals } = parseArguments({
      args: [...args],
      allowPositionals: true,
      options: { ...globalOptions, recursive: { type: 'boolean' }, 'api-version': { type: 'string' } },
    })
    const [target, ...more] = positionals
    if (target === undefined) {
      throw new UsageError(
        'You must specify the type of resource to explain. Use "apimachinery-client api-resources" for a complete list of supported resources.',
      )
    }
    if (more.length > 0) throw new UsageError('We accept only this format: explain RESOURCE')
    const session = await connect(values, io)
    try {
      const { type, fields } = await split(target, session.client)
      const [selection] = await finderFor(session, io, { args: [type] }).selections()
      if (selection === undefined) throw new UsageError(`the server doesn't have a resource type "${type}"`)
      let gvk = selection.mapping.groupVersionKind
      if (values['api-version'] !== undefined) gvk = parseGroupVersion(values['api-version']).withKind(gvk.kind)
      const found = await session.client.discovery.openAPIV3().schemaFor(gvk, { signal: io.signal })
      if (found === undefined) {
        throw new MachineryError('InvalidRequest', `couldn't find resource for "${gvk.toString()}"`)
      }
      io.write(explainSchema(found.schema, found.document, { gvk, fields, recursive: values.recursive }))
      return 0
    } finally {
      await session.client.close()
    }
  },
}

/** `deployments.apps.spec.replicas` may have a group in it: the longest beginning that is a resource wins. */
async function split(
  target: string,
  client: { readonly discovery: { discovery(): Promise<{ groups: readonly { name: string }[] }> } },
): Promise<{ type: string; fields: string[] }> {
  const [resource = '', ...rest] = target.split('.')
  const { groups } = await client.discovery.discovery()
  for (let length = rest.length; length > 0; length--) {
    const group = rest.slice(0, length).join('.')
    if (groups.some(({ name }) => name === group)) return { type: `${resource}.${group}`, fields: rest.slice(length) }
  }
  return { type: resource, fields: rest }
}
