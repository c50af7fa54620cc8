import type { JSONObject, JSONValue } from 'apimachinery/json'
import type { KubeConfigEntry } from './context-source.js'

/** The entries of a pair are alternatives: an override of one removes both. */
const userPairs = [
  ['token', 'tokenFile'],
  ['client-certificate', 'client-certificate-data'],
  ['client-key', 'client-key-data'],
] as const

/** A user with the fields of an override, by client-go's rules: alternatives are replaced together. */
export function overriddenUser(user: JSONObject | undefined, override: KubeConfigEntry = {}): JSONObject | undefined {
  const fields = filled(override)
  if (Object.keys(fields).length === 0) return user
  const kept: JSONObject = { ...user }
  for (const pair of userPairs) {
    if (pair.some((field) => field in fields)) for (const field of pair) delete kept[field]
  }
  return { ...kept, ...fields }
}

/**
 * A cluster with the fields of an override, by client-go's rules: an authority replaces `insecure-skip-tls-verify` and the other way
 * round, and the name that the certificate is checked against belongs to the address.
 */
export function overriddenCluster(
  cluster: JSONObject | undefined,
  override: KubeConfigEntry = {},
): JSONObject | undefined {
  const fields = filled(override)
  if (Object.keys(fields).length === 0) return cluster
  const kept: JSONObject = { ...cluster }
  const trust = ['insecure-skip-tls-verify', 'certificate-authority', 'certificate-authority-data']
  if (trust.some((field) => field in fields)) for (const field of trust) delete kept[field]
  if ('server' in fields) delete kept['tls-server-name']
  return { ...kept, ...fields }
}

function filled(override: KubeConfigEntry): JSONObject {
  const isFilled = (value: JSONValue | undefined): value is JSONValue =>
    value !== undefined && value !== '' && value !== false && !(Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(override).filter(([, value]) => isFilled(value))) as JSONObject
}
