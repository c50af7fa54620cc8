import { ListOptions, Table } from 'apimachinery/meta/v1'
import type { Client } from '../client/client.js'
import { KindCodec } from '../rest/kind-codec.js'
import { plainTable } from './plain-table.js'
import type { ResourceSelection } from './resource-finder.js'

const accept = ['v1', 'v1beta1'].map((version) => `application/json;as=Table;v=${version};g=meta.k8s.io`)

/** Which rows are wanted. */
export interface FetchTableOptions {
  readonly namespace: string
  readonly labelSelector?: string | undefined
  readonly fieldSelector?: string | undefined
  readonly chunkSize?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** The table that the server makes of objects, all pages together. @throws RequestStatusError */
export async function fetchTable(
  client: Client,
  { mapping, name }: ResourceSelection,
  options: FetchTableOptions,
): Promise<Table> {
  const { namespace, labelSelector, fieldSelector, chunkSize = 500, signal } = options
  const codec = new KindCodec([Table], client.rest.options.integers)
  let table: Table | undefined
  for (let token = ''; ; ) {
    const request = client.rest.get().groupVersion(mapping.resource).resource(mapping.resource.resource).codec(codec)
    if (namespace !== '') request.namespace(namespace)
    request.setHeader('accept', [...accept, 'application/json'].join(',')).signal(signal)
    if (name !== undefined) request.name(name)
    else {
      request.apiVerb('list')
      const page = { limit: chunkSize, labelSelector, fieldSelector, ...(token !== '' && { continue: token }) }
      request.versionedParams(page, ListOptions)
    }
    const answer = (await request.do()).object()
    const part = answer instanceof Table ? answer : plainTable(answer, new Date(client.rest.clock.now()))
    if (table === undefined) table = part
    else table.rows.push(...part.rows)
    token = part.metadata?.continue ?? ''
    if (token === '') return table
  }
}
