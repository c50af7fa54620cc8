import { exactJSON } from './big-numbers.js'
import type { Answer, CaseLine } from './case-line.js'
import { givenBy, placeOf, type RunningCluster, type Send } from './running-cluster.js'

type JSONObject = Record<string, unknown> & { metadata: { name: string; resourceVersion: string } }

/** What a request accepts that asks for a table. */
export const tableType = 'application/json;as=Table;v=v1;g=meta.k8s.io'

/** Records what takes stored objects: reads in every version, and tables. */
export class RunningObjects {
  readonly #cluster: RunningCluster
  readonly #send: Send
  readonly #sendForTable: Send
  #versions: Promise<ReadonlyMap<string, readonly string[]>> | undefined

  /** @param sends - one for objects, and one that accepts {@link tableType}. */
  constructor(cluster: RunningCluster, sends: { readonly object: Send; readonly table: Send }) {
    this.#cluster = cluster
    this.#send = sends.object
    this.#sendForTable = sends.table
  }

  /** Makes the object of a line of conversions and reads it in every version that is served. */
  async conversion(line: CaseLine): Promise<CaseLine | undefined> {
    const { create = {}, setStatus, gvr, ns } = line
    const path = await this.#store({ line, body: create, status: setStatus })
    if (path === undefined) return undefined
    const served = (await this.#servedVersions()).get(gvr.resource) ?? []
    const read: Record<string, { status: number; answer: object; warnings: readonly string[] }> = {}
    for (const groupVersion of served) {
      const [group = '', version = ''] = groupVersion.split('/')
      const { collection } = placeOf({ gvr: { ...gvr, group, version }, ns, request: {} })
      const answer = await this.#send('GET', `${collection}/${path.split('/').at(-1)}`)
      read[groupVersion] = givenBy(create, answer)
    }
    await this.#cluster.remove(path)
    return { ...line, read }
  }

  /** Makes the objects of a line of tables and reads them as objects and as a table. */
  async table(line: CaseLine): Promise<CaseLine | undefined> {
    const { object, list, includeObject = 'Object' } = line
    const { collection } = placeOf({ ...line, request: {} })
    const wanted = object === undefined ? ((list as { items?: object[] }).items ?? []) : [object]
    const paths: string[] = []
    for (const each of wanted) {
      const { status, ...body } = each as Record<string, unknown>
      const path = await this.#store({ line, body, status })
      if (path !== undefined) paths.push(path)
    }
    const isComplete = paths.length === wanted.length
    const [path] = object === undefined ? [collection] : paths
    const shown = await this.#send('GET', path ?? collection)
    const table = await this.#sendForTable('GET', `${path}?includeObject=${includeObject}`)
    for (const each of paths) await this.#cluster.remove(each)
    if (!isComplete) return undefined
    const { status, answer } = givenBy({}, table)
    const { answer: plain } = givenBy({}, shown)
    return { ...line, [object === undefined ? 'list' : 'object']: plain, status, answer: withoutAges(answer) }
  }

  /** The path of the object that it made; undefined where the server did not take it. */
  async #store({
    line,
    body,
    status,
  }: {
    line: CaseLine
    body: object
    status?: unknown
  }): Promise<string | undefined> {
    const { collection } = placeOf({ ...line, request: {} })
    const created = await this.#send('POST', collection, exactJSON(withoutChosen(body)))
    if (created.status !== 201) return undefined
    const object = JSON.parse(created.text) as JSONObject
    const path = `${collection}/${object.metadata.name}`
    if (status === undefined || status === null) return path
    await this.#send('PUT', `${path}/status`, exactJSON(withoutChosen({ ...object, status })))
    return path
  }

  #servedVersions(): Promise<ReadonlyMap<string, readonly string[]>> {
    this.#versions ??= this.#readVersions()
    return this.#versions
  }

  async #readVersions(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { groups } = JSON.parse((await this.#send('GET', '/apis')).text) as {
      groups: { versions: { groupVersion: string }[] }[]
    }
    const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion))
    const served = new Map<string, string[]>()
    for (const groupVersion of ['/v1', ...versions]) {
      const root = groupVersion === '/v1' ? '/api/v1' : `/apis/${groupVersion}`
      const { resources } = JSON.parse((await this.#send('GET', root)).text) as { resources: { name: string }[] }
      for (const { name } of resources) served.set(name, [...(served.get(name) ?? []), groupVersion])
    }
    return served
  }
}

const chosenBefore = /^(<(TIME|MICROTIME|CLUSTERIP|NODEPORT|UID|RV|TOKEN)>)$/

/** An object without what the server chose, so that it can be made again. */
function withoutChosen(object: object): object {
  const text = exactJSON(object)
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'managedFields' || (typeof value === 'string' && chosenBefore.test(value))) return undefined
    return Array.isArray(value) ? value.filter((each) => each !== undefined) : value
  }) as object
}

const ageColumns = new Set(['Age', 'Last Seen', 'First Seen', 'Duration', 'Last Schedule'])
const age = /^(\d+[smhdy])+$/

/** A table without ages, which depend on when it is read. */
function withoutAges(answer: object): Answer {
  const { columnDefinitions, rows } = answer as Answer
  const names = (columnDefinitions as { name: string }[] | undefined) ?? []
  const shown = rows?.map((row) => ({
    ...row,
    cells: row.cells.map((cell, index) =>
      ageColumns.has(names[index]?.name ?? '') && age.test(String(cell)) ? '<AGE>' : cell,
    ),
  }))
  return { ...(answer as Answer), ...(shown !== undefined && { rows: shown }) }
}
