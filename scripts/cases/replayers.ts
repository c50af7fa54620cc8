import type { Verdict, WriteRequest } from '../../src/api/judge/judge.js'
import type { Release } from '../../src/api/releases/release.js'
import type { KubernetesObject } from '../../src/runtime/objects/typed-object.js'
import { exactJSON } from './big-numbers.js'
import type { CaseLine, Outcome } from './case-line.js'
import { type Cluster, clusterOf } from './cluster.js'
import { normalise, warningHeader } from './normalise.js'
import { replayTable } from './replay-table.js'

/** Replays one line of a file of cases. */
export type Replayer = (line: CaseLine) => Promise<Outcome>

/** What a server answers where it has no such resource. */
const notServed = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'the server could not find the requested resource',
  reason: 'NotFound',
  details: {},
  code: 404,
}

const storedVersion = '424242'

/** File → how its lines are replayed, as a cluster of the release answers. */
export function replayersOf(release: Release): Readonly<Record<string, Replayer>> {
  const cluster = clusterOf(release)
  const write = (line: CaseLine) => replayWrite(line, cluster)
  return {
    defaults: write,
    validation: write,
    conversion: (line) => replayConversion(line, cluster),
    tables: (line) => replayTable(line, cluster),
  }
}

async function replayWrite(line: CaseLine, { judge, serves, typeOf }: Cluster): Promise<Outcome> {
  const expected = { answer: line.answer, warnings: line.warnings }
  if (!serves(line.gvr, line.sub)) return { expected, given: { answer: notServed, warnings: [] } }
  const type = typeOf(line.gvr)
  if (type === undefined) return { expected, given: { answer: notServed, warnings: [] }, missing: 'kind' }
  const at = { type, namespace: line.ns ?? undefined }
  const create = async (body: object) => judge.create({ ...at, body: exactJSON(body) })
  if (line.old === undefined) return outcome(line, await create(line.request))
  const old = await create(line.old)
  if (old.stored === undefined) return { expected, given: { notCreated: old.status } }
  const { stored } = old
  const text = setVersion(stored, exactJSON(line.request))
  const request: WriteRequest = { ...at, body: text, ...(line.sub !== undefined && { subresource: line.sub }) }
  return outcome(line, await judge.update(request, stored))
}

function setVersion(stored: KubernetesObject, request: string): string {
  const { metadata } = stored as { metadata: { resourceVersion?: string; uid: string } }
  metadata.resourceVersion = storedVersion
  return request.replaceAll('<RV>', storedVersion).replaceAll('<UID>', metadata.uid)
}

function outcome(line: CaseLine, verdict: Verdict): Outcome {
  const warnings = verdict.warnings.map(warningHeader)
  const answer = normalise(verdict.object ?? verdict.status ?? {}, line.request)
  return {
    expected: { answer: line.answer, warnings: line.warnings },
    given: { answer, warnings },
    ...(verdict.withoutRules === true && { missing: 'strategy' }),
  }
}

async function replayConversion(
  { gvr, ns, create, setStatus, read = {} }: CaseLine,
  cluster: Cluster,
): Promise<Outcome> {
  const { judge, typeOf } = cluster
  const type = typeOf(gvr)
  const expected = Object.fromEntries(Object.entries(read).map(([version, { answer }]) => [version, answer]))
  if (type === undefined || create === undefined) return { expected, given: undefined, missing: 'kind' }
  const at = { type, namespace: ns ?? undefined }
  let verdict = await judge.create({ ...at, body: exactJSON(create) })
  if (verdict.stored !== undefined && setStatus) {
    const { stored } = verdict
    setVersion(stored, '')
    const body = JSON.stringify({ ...judge.answer(stored, type), status: setStatus })
    verdict = await judge.update({ ...at, body, subresource: 'status' }, stored)
  }
  const { stored, status } = verdict
  if (stored === undefined) return { expected, given: status }
  setVersion(stored, '')
  const given = Object.fromEntries(
    Object.keys(read).map((version) => [
      version,
      normalise(readIn(stored, { version, resource: gvr.resource }, cluster), create),
    ]),
  )
  return { expected, given, ...(verdict.withoutRules === true && { missing: 'strategy' }) }
}

/** What a `GET` in a version answers. */
function readIn(
  stored: KubernetesObject,
  at: { readonly version: string; readonly resource: string },
  { judge, scheme, typeOf }: Cluster,
): object {
  const { version: groupVersion, resource } = at
  const [group, version] = groupVersion.startsWith('/') ? ['', groupVersion.slice(1)] : groupVersion.split('/')
  const type = typeOf({ group: group ?? '', version: version ?? '', resource })
  if (type === undefined) return { missing: groupVersion }
  try {
    return judge.answer(stored, type)
  } catch (error) {
    return { error: String(error), scheme: scheme.name }
  }
}
