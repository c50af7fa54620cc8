import { createHash } from 'node:crypto'
import { exactJSON } from '../../../../scripts/cases/big-numbers.js'
import type { Template } from '../../../../scripts/cases/random-lines.js'
import { placeOf } from '../../../../scripts/cases/running-cluster.js'
import type { Target } from './target.js'

const namespaces = ['t', 'u', 'q', 'c', 'cq', 'c2']

/** Makes the objects of the templates that a server takes; their paths in the version of the template. */
export async function writeObjects({ ask }: Target, templates: readonly Template[]): Promise<string[]> {
  for (const name of namespaces) await post('/api/v1/namespaces', { metadata: { name } })
  const paths: string[] = []
  for (const { gvr, ns, object } of templates) {
    const { collection } = placeOf({ gvr, ns, request: object })
    const created = await post(collection, object)
    if (created !== undefined) paths.push(`${collection}/${created}`)
  }
  for (const path of paths) if (path.includes('/customresourcedefinitions/')) await settled(path)
  return paths

  /** A controller of the server has yet to write the status of a definition. */
  async function settled(path: string): Promise<void> {
    for (let attempt = 0; attempt < 100; attempt++) {
      if ((await ask({ path })).text.includes('"reason":"InitialNamesAccepted"')) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`the server did not establish ${path}`)
  }

  async function post(path: string, object: object): Promise<string | undefined> {
    const { status, text } = await ask({ path, method: 'POST', body: exactJSON(object) })
    return status === 201 ? (JSON.parse(text) as { metadata: { name: string } }).metadata.name : undefined
  }
}

/** Path → what a server has there, for the objects in every version in which it serves them. */
export async function readObjects({ ask }: Target, paths: readonly string[]): Promise<Map<string, string>> {
  const versions = await servedVersions({ ask })
  const objects = new Map<string, string>()
  for (const path of paths) {
    const [, group = '', rest = ''] = /^\/apis\/([^/]+)\/[^/]+\/(.*)$/.exec(path) ?? []
    const ways =
      group === '' ? [path] : (versions.get(group) ?? []).map((version) => `/apis/${group}/${version}/${rest}`)
    for (const way of ways) objects.set(way, (await ask({ path: way })).text)
  }
  return objects
}

async function servedVersions({ ask }: Pick<Target, 'ask'>): Promise<Map<string, string[]>> {
  const { text } = await ask({ path: '/apis' })
  const { groups } = JSON.parse(text) as { groups: { name: string; versions: { version: string }[] }[] }
  return new Map(groups.map(({ name, versions }) => [name, versions.map(({ version }) => version)]))
}

/** What a stored value says that it is, `apiVersion kind`, without its content. */
export function storedKind(value: Uint8Array): string {
  const text = Buffer.from(value)
  if (text.subarray(0, 4).toString('latin1') !== 'k8s\0') {
    const { apiVersion = '', kind = '' } = jsonOf(text)
    return `${apiVersion} ${kind}`
  }
  // The envelope begins with its type: the version and the kind, each of less than 128 bytes.
  const apiVersion = text.subarray(8, 8 + (text[7] ?? 0))
  const kindAt = 8 + apiVersion.length + 2
  return `${apiVersion} ${text.subarray(kindAt, kindAt + (text[kindAt - 1] ?? 0))}`
}

function jsonOf(text: Buffer): { apiVersion?: string; kind?: string } {
  try {
    return JSON.parse(text.toString('utf8')) as { apiVersion?: string; kind?: string }
  } catch {
    return { kind: createHash('sha256').update(text).digest('hex') }
  }
}
