import { parseDuration } from 'apimachinery/scalar'
import { parseGroupResource } from 'apimachinery/schema'
import { type FieldError, type FieldPath, fieldPath, invalid, required, toAggregate } from 'apimachinery/validation'
import type {
  EncryptionConfiguration,
  KeyConfiguration,
  KMSConfiguration,
  ProviderConfiguration,
} from './configuration-types.js'
import { EncryptionError } from './encryption-error.js'

const keySizes: Readonly<Record<string, readonly number[]>> = {
  aesgcm: [16, 24, 32],
  aescbc: [16, 24, 32],
  secretbox: [32],
}
const noREST = ['apiserveripinfo', 'serviceipallocations', 'servicenodeportallocations']

/**
 * Refuses a configuration that upstream does not take. Source: validation_encryption.go of k8s.io/apiserver/pkg/apis/apiserver.
 *
 * @throws EncryptionError `InvalidConfiguration` in the words of the aggregate of its field errors, which is the cause
 */
export function validateConfiguration({ resources }: EncryptionConfiguration): void {
  const root = fieldPath('resources')
  const errors: FieldError[] = []
  if (!resources?.length) errors.push(required(root, 'at least one resources is required'))
  const names = new Set<string>()
  for (const [index, entry] of (resources ?? []).entries()) {
    const path = root.index(index)
    errors.push(...resourceErrors(entry.resources ?? [], path.child('resources')))
    const providers = path.child('providers')
    if (!entry.providers?.length) errors.push(required(providers, `at least one ${providers} is required`))
    for (const [at, provider] of (entry.providers ?? []).entries())
      errors.push(...providerErrors(provider, providers.index(at), names))
  }
  const cause = toAggregate(errors)
  if (cause !== undefined) throw new EncryptionError('InvalidConfiguration', cause.message, { cause })
}

function resourceErrors(resources: readonly string[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  if (resources.length === 0) errors.push(required(path, `at least one ${path} is required`))
  const parsed = resources.map(parseGroupResource)
  const pairs = parsed.flatMap((a, i) => parsed.flatMap((b, j) => (i === j ? [] : [[a, b] as const])))
  const same = (a: (typeof parsed)[0], b: (typeof parsed)[0]) => a.group === b.group && a.resource === b.resource
  if (pairs.some(([a, b]) => same(a, b)))
    errors.push(invalid(path, resources, 'the same resource cannot be specified multiple times'))
  const overlap = pairs.some(
    ([a, b]) =>
      (a.group === '*' && a.resource === '*') || (a.group === b.group && (a.resource === '*' || b.resource === '*')),
  )
  if (overlap)
    errors.push(
      invalid(
        path,
        resources,
        "using overlapping resources such as 'secrets' and '*.' in the same resource list is not allowed as they will be masked",
      ),
    )
  for (const [index, name] of resources.entries()) {
    const problem = nameProblem(name)
    if (problem !== undefined) errors.push(invalid(path.index(index), name, problem))
  }
  return errors
}

function nameProblem(name: string): string | undefined {
  if (name !== name.toLowerCase()) return 'resource name should not contain capital letters'
  if (name === '*') return "use '*.' to encrypt all the resources from core API group or *.* to encrypt all resources"
  if (noREST.includes(name)) return 'resources which do not have REST API/s cannot be encrypted'
  const { group, resource } = parseGroupResource(name)
  if (group === 'events.k8s.io')
    return "'*.events.k8s.io' objects are stored using the 'events' API group in etcd. Use 'events' instead in the config file"
  if (group === 'extensions') return "'extensions' group has been removed and cannot be used for encryption"
  if (group === '*' && resource !== '*') return 'encrypting the same resource across groups is not supported'
  return undefined
}

function providerErrors(provider: ProviderConfiguration, path: FieldPath, names: Set<string>): FieldError[] {
  const present = Object.entries(provider).filter(([, value]) => value !== null && value !== undefined)
  if (present.length === 0)
    return [
      invalid(
        path,
        provider,
        'provider does not contain any of the expected providers: KMS, AESGCM, AESCBC, Secretbox, Identity',
      ),
    ]
  const errors: FieldError[] = []
  if (present.length > 1)
    errors.push(
      invalid(
        path,
        provider,
        'more than one provider specified in a single element, should split into different list elements',
      ),
    )
  if (provider.kms) return [...errors, ...kmsErrors(provider.kms, path.child('kms'), names)]
  // Only the first one is looked at.
  const name = (['aesgcm', 'aescbc', 'secretbox'] as const).find((each) => provider[each])
  if (name === undefined) return errors
  return [...errors, ...keyErrors(provider[name]?.keys ?? [], path.child(name, 'keys'), keySizes[name] ?? [])]
}

function keyErrors(keys: readonly KeyConfiguration[], path: FieldPath, sizes: readonly number[]): FieldError[] {
  if (keys.length === 0) return [required(path, 'at least one keys is required')]
  return keys.flatMap(({ name = '', secret = '' }, index) => {
    const at = path.index(index)
    const errors: FieldError[] = []
    if (name === '') errors.push(required(at.child('name'), 'name is a mandatory field for a key'))
    if (secret === '') return [...errors, required(at.child('secret'), 'secret is a mandatory field for a key')]
    if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(secret))
      return [...errors, invalid(at.child('secret'), 'REDACTED', 'secrets must be base64 encoded')]
    const { length } = Buffer.from(secret, 'base64')
    if (!sizes.includes(length)) {
      const detail = `secret is not of the expected length, got ${length}, expected one of [${sizes.join(' ')}]`
      errors.push(invalid(at.child('secret'), 'REDACTED', detail))
    }
    return errors
  })
}

function kmsErrors(kms: KMSConfiguration, path: FieldPath, names: Set<string>): FieldError[] {
  const { name = '', apiVersion = 'v1', endpoint = '', cachesize, timeout = '3s' } = kms
  const errors: FieldError[] = []
  if (name === '') errors.push(required(path.child('name'), 'name is a mandatory field for a provider'))
  if (apiVersion !== 'v1' && name.includes(':'))
    errors.push(invalid(path.child('name'), name, `invalid KMS provider name ${name}, must not contain ':'`))
  if (apiVersion !== 'v1' && names.has(name))
    errors.push(invalid(path.child('name'), name, `duplicate KMS provider name ${name}, names must be unique`))
  names.add(name)
  if (durationOf(timeout) <= 0n)
    errors.push(invalid(path.child('timeout'), timeout, 'timeout should be a positive value'))
  if (endpoint === '') errors.push(invalid(path.child('endpoint'), '', 'endpoint is a mandatory field for a kms'))
  else if (/%(?![0-9A-Fa-f]{2})/.test(endpoint)) {
    const [found = ''] = /%.{0,2}/.exec(endpoint) ?? []
    const why = `parse ${JSON.stringify(endpoint)}: invalid URL escape ${JSON.stringify(found)}`
    errors.push(invalid(path.child('endpoint'), endpoint, `invalid endpoint for kms provider, error: ${why}`))
  } else if (!endpoint.startsWith('unix:')) {
    const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(endpoint)?.[1] ?? ''
    const detail = `unsupported scheme ${JSON.stringify(scheme)} for KMS provider, only unix is supported`
    errors.push(invalid(path.child('endpoint'), endpoint, detail))
  }
  if (apiVersion !== 'v1' && cachesize !== undefined)
    errors.push(invalid(path.child('cachesize'), cachesize, 'cachesize is not supported in v2'))
  if (apiVersion === 'v1' && cachesize === 0)
    errors.push(invalid(path.child('cachesize'), 0, 'cachesize should be a positive value, or negative to disable'))
  if (apiVersion !== 'v1' && apiVersion !== 'v2')
    errors.push(
      invalid(
        path.child('apiVersion'),
        apiVersion,
        'unsupported apiVersion apiVersion for KMS provider, only v1 and v2 are supported',
      ),
    )
  return errors
}

function durationOf(text: string): bigint {
  try {
    return parseDuration(text)
  } catch {
    return 0n
  }
}
