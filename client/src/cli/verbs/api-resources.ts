import type { DiscoveredResource, Discovery } from 'apimachinery/meta'
import { parseGroupVersion } from 'apimachinery/schema'
import { inColumns } from '../../resources/tab-writer.js'
import { connect, globalHelp, globalOptions } from '../global-options.js'
import { parseArguments } from '../parse-arguments.js'
import { UsageError } from '../usage-error.js'
import type { Verb } from '../verb.js'

/** Lists what the server serves. */
export const apiResources: Verb = {
  summary: 'list the resources that the server serves',
  help: `usage: apimachinery-client api-resources [options]

      --api-group GROUP, --namespaced=true|false, --verbs V,…, --categories C,…
      --sort-by name|kind, --no-headers, -o wide|name
      --cached              use cached discovery documents if present
${globalHelp}`,
  run: async (args, io) => {
    const { values } = parseArguments({
      args: [...args],
      options: {
        ...globalOptions,
        'api-group': { type: 'string' },
        namespaced: { type: 'string' },
        verbs: { type: 'string' },
        categories: { type: 'string' },
        'sort-by': { type: 'string', default: '' },
        'no-headers': { type: 'boolean' },
        output: { type: 'string', short: 'o', default: '' },
        cached: { type: 'boolean' },
      },
    })
    if (!['', 'wide', 'name'].includes(values.output)) {
      throw new UsageError(`--output must be one of '', 'wide', 'name', not ${JSON.stringify(values.output)}`)
    }
    const { client } = await connect(values, io)
    try {
      if (values.cached !== true) client.discovery.invalidate()
      const discovery = await client.discovery.discovery()
      const rows = preferred(discovery).filter(({ group, resource }) => {
        const has = (all: readonly string[] | undefined, wanted: string | undefined): boolean =>
          wanted === undefined || wanted.split(',').every((each) => all?.includes(each) === true)
        return (
          (values['api-group'] === undefined || values['api-group'] === group) &&
          (values.namespaced === undefined || (values.namespaced === 'true') === resource.namespaced) &&
          has(resource.verbs, values.verbs) &&
          has(resource.categories, values.categories)
        )
      })
      const key = values['sort-by'] === 'kind' ? (row: Row) => row.resource.kind : (row: Row) => row.resource.name
      rows.sort(
        (a, b) =>
          compare(values['sort-by'] === '' ? a.group : '', values['sort-by'] === '' ? b.group : '') ||
          compare(key(a), key(b)),
      )
      io.write(resourcesText(rows, values))
      if (discovery.failures.length > 0) throw new AggregateError(discovery.failures, 'not everything is known')
      return 0
    } finally {
      await client.close()
    }
  },
}

interface Row {
  readonly group: string
  readonly groupVersion: string
  readonly resource: DiscoveredResource
}

/** Each resource in the version that the server prefers. */
function preferred({ groups, resourceLists }: Discovery): Row[] {
  const order = new Map(groups.map(({ name, preferredVersion }) => [name, preferredVersion?.groupVersion]))
  const found = new Map<string, Row>()
  for (const { groupVersion, resources } of resourceLists) {
    const { group } = parseGroupVersion(groupVersion)
    for (const resource of resources) {
      if (resource.name.includes('/') || resource.verbs.length === 0) continue
      const known = found.get(`${group}/${resource.name}`)
      if (known === undefined || order.get(group) === groupVersion) {
        found.set(`${group}/${resource.name}`, { group, groupVersion, resource })
      }
    }
  }
  return [...found.values()]
}

function resourcesText(
  rows: readonly Row[],
  { output, 'no-headers': noHeaders }: { readonly output: string; readonly 'no-headers'?: boolean | undefined },
): string {
  if (output === 'name') {
    return rows.map(({ group, resource }) => `${resource.name}${group === '' ? '' : `.${group}`}\n`).join('')
  }
  const wide = output === 'wide'
  const head = ['NAME', 'SHORTNAMES', 'APIVERSION', 'NAMESPACED', 'KIND', ...(wide ? ['VERBS', 'CATEGORIES'] : [])]
  const lines = rows.map(({ groupVersion, resource }) => [
    resource.name,
    (resource.shortNames ?? []).join(','),
    groupVersion,
    String(resource.namespaced),
    resource.kind,
    ...(wide ? [[...resource.verbs].join(','), (resource.categories ?? []).join(',')] : []),
  ])
  return inColumns(noHeaders === true ? lines : [head, ...lines])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
