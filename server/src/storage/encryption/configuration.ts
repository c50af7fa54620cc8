import { yamlToJSON } from 'apimachinery/runtime/serializer/yaml'
import type { EncryptionConfiguration } from './configuration-types.js'
import { EncryptionError } from './encryption-error.js'
import { validateConfiguration } from './validate-configuration.js'

const known: Readonly<Record<string, readonly string[]>> = {
  '': ['apiVersion', 'kind', 'resources'],
  resources: ['resources', 'providers'],
  providers: ['aesgcm', 'aescbc', 'secretbox', 'identity', 'kms'],
  aesgcm: ['keys'],
  aescbc: ['keys'],
  secretbox: ['keys'],
  keys: ['name', 'secret'],
  kms: ['apiVersion', 'name', 'cachesize', 'endpoint', 'timeout'],
}

/**
 * Reads an encryption configuration file, YAML or JSON. Throws for unknown fields and for what upstream refuses, with the
 * paths of the fields.
 */
export function parseConfiguration(text: string | Uint8Array): EncryptionConfiguration {
  const value = yamlToJSON(text, { strict: true })
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new EncryptionError('InvalidConfiguration', 'the encryption configuration is empty')
  const { apiVersion, kind }: { apiVersion?: unknown; kind?: unknown } = value
  if (apiVersion !== 'apiserver.config.k8s.io/v1' || kind !== 'EncryptionConfiguration')
    throw new EncryptionError(
      'InvalidConfiguration',
      `no kind ${JSON.stringify(kind ?? '')} is registered for version ${JSON.stringify(apiVersion ?? '')}`,
    )
  const unknown = unknownFields(value, { path: '', kind: '' })
  if (unknown.length > 0)
    throw new EncryptionError(
      'InvalidConfiguration',
      `strict decoding error: ${unknown.map((path) => `unknown field ${JSON.stringify(path)}`).join(', ')}`,
    )
  const configuration = value as unknown as EncryptionConfiguration
  validateConfiguration(configuration)
  return configuration
}

function unknownFields(value: object, at: { path: string; kind: string }): string[] {
  const fields = known[at.kind]
  if (fields === undefined) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const path = at.path === '' ? name : `${at.path}.${name}`
    if (!fields.includes(name)) return [path]
    // Below `resources` of a resource there are only names.
    if (Array.isArray(child))
      return child.flatMap((item, index) =>
        typeof item === 'object' && item !== null ? unknownFields(item, { path: `${path}[${index}]`, kind: name }) : [],
      )
    return typeof child === 'object' && child !== null ? unknownFields(child, { path, kind: name }) : []
  })
}
