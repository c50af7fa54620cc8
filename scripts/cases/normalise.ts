import { offlineAddresses } from '../../src/api/core/service/offline-allocator.js'
import { markedJSON } from './big-numbers.js'
import { now } from './cluster.js'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const time = new RegExp(now.toISOString().replace('.000Z', '(\\.0+)?Z'), 'g')

/** Brings an answer into the form in which the cases hold theirs: what the server chose is replaced by names. */
export function normalise(answer: object, request: object): object {
  const asked = JSON.stringify(request)
  let text = markedJSON(answer)
    .replace(uuid, (found) => (asked.includes(found) ? found : '<UID>'))
    .replace(time, (found) => (asked.includes(found) ? found : '<TIME>'))
    .replaceAll(`"${offlineAddresses.IPv4}"`, '"<CLUSTERIP>"')
    .replaceAll(/"(nodePort|healthCheckNodePort)":([0-9]+)/g, (found, name: string, port: string) =>
      asked.includes(port) ? found : `"${name}":"<NODEPORT>"`,
    )
  const base = generatedBase(request)
  if (base !== undefined)
    text = text.replaceAll(new RegExp(`(?<![a-z0-9])(${escaped(base)})[a-z0-9]{5}(?=[^a-z0-9])`, 'g'), '$1<SUFFIX>')
  const copy = JSON.parse(text) as {
    metadata?: { managedFields?: unknown; resourceVersion?: string; generateName?: unknown }
  }
  if (copy.metadata?.generateName !== undefined) {
    copy.metadata.generateName = (request as { metadata: { generateName: unknown } }).metadata.generateName
  }
  if (copy.metadata?.resourceVersion !== undefined) copy.metadata.resourceVersion = '<RV>'
  if (copy.metadata !== undefined) delete copy.metadata.managedFields
  return copy
}

/** A warning as its header has it. */
export function warningHeader(text: string): string {
  return `299 - "${text.replaceAll(/[\\"]/g, '\\$&')}"`
}

function generatedBase(request: object): string | undefined {
  const { generateName, name } = (request as { metadata?: { generateName?: unknown; name?: unknown } }).metadata ?? {}
  return typeof generateName === 'string' && generateName !== '' && !name ? generateName.slice(0, 58) : undefined
}

function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
