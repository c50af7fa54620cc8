import { exponentialBuckets, type MetricsRegistry } from '@apimachinery/client/metrics'
import type { PassiveClock } from 'apimachinery/wait'
import { identityHash } from '../internal/identity-hash.js'
import type { EncryptionObserver } from '../storage/encryption/encryption-observer.js'

/** Names of gRPC's codes by their numbers, as Go writes them. */
const codes = [
  'OK',
  'Canceled',
  'Unknown',
  'InvalidArgument',
  'DeadlineExceeded',
  'NotFound',
  'AlreadyExists',
  'PermissionDenied',
  'ResourceExhausted',
  'FailedPrecondition',
  'Aborted',
  'OutOfRange',
  'Unimplemented',
  'Internal',
  'Unavailable',
  'DataLoss',
  'Unauthenticated',
]

/** Input of the metrics of encryption. */
export interface EncryptionMetricsOptions {
  /** The identity of the server, as its lease has it. */
  readonly serverID: string
  readonly clock: PassiveClock
}

/**
 * `apiserver_storage_transformation_*` and `apiserver_envelope_encryption_*`: give the result to `Encryption.load`.
 *
 * Source: k8s.io/apiserver/pkg/storage/value/metrics.go and …/encrypt/envelope/metrics.
 */
export function encryptionMetrics(
  registry: MetricsRegistry,
  { serverID, clock }: EncryptionMetricsOptions,
): EncryptionObserver {
  const stability = 'ALPHA'
  const server = identityHash(serverID)
  const seconds = registry.histogram({
    name: 'apiserver_storage_transformation_duration_seconds',
    help: 'Latencies in seconds of value transformation operations.',
    stability,
    labelNames: ['transformation_type', 'transformer_prefix'],
    buckets: exponentialBuckets(5e-6, 2, 25),
  })
  const operations = registry.counter({
    name: 'apiserver_storage_transformation_operations_total',
    help: "Total number of transformations. Successful transformation will have a status 'OK' and a varied status string when the transformation fails. The status, resource, and transformation_type fields can be used for alerting purposes. For example, you can monitor for encryption/decryption failures using the transformation_type (e.g., from_storage for decryption and to_storage for encryption). Additionally, these fields can be used to ensure that the correct transformers are applied to each resource.",
    stability,
    labelNames: ['resource', 'status', 'transformation_type', 'transformer_prefix'],
  })
  const misses = registry.counter({
    name: 'apiserver_storage_envelope_transformation_cache_misses_total',
    help: 'Total number of cache misses while accessing key decryption key(KEK).',
    stability,
  })
  const prefix = 'apiserver_envelope_encryption'
  const kms = registry.histogram({
    name: `${prefix}_kms_operations_latency_seconds`,
    help: 'KMS operation duration with gRPC error code status total.',
    stability,
    labelNames: ['grpc_status_code', 'method_name', 'provider_name'],
    buckets: exponentialBuckets(0.0001, 2, 20),
  })
  const used = ['apiserver_id_hash', 'key_id_hash', 'provider_name', 'transformation_type']
  const keyUses = registry.counter({
    name: `${prefix}_key_id_hash_total`,
    help: 'Number of times a keyID is used split by transformation type, provider, and apiserver identity.',
    stability,
    labelNames: used,
  })
  const keyUsed = registry.gauge({
    name: `${prefix}_key_id_hash_last_timestamp_seconds`,
    help: 'The last time in seconds when a keyID was used.',
    stability,
    labelNames: used,
  })
  const keyNamed = registry.gauge({
    name: `${prefix}_key_id_hash_status_last_timestamp_seconds`,
    help: 'The last time in seconds when a keyID was returned by the Status RPC call.',
    stability,
    labelNames: ['apiserver_id_hash', 'key_id_hash', 'provider_name'],
  })
  const refused = registry.counter({
    name: `${prefix}_invalid_key_id_from_status_total`,
    help: 'Number of times an invalid keyID is returned by the Status RPC call split by error.',
    stability,
    labelNames: ['error', 'provider_name'],
  })
  const cached = registry.gauge({
    name: `${prefix}_dek_source_cache_size`,
    help: 'Number of records in data encryption key (DEK) source cache. On a restart, this value is an approximation of the number of decrypt RPC calls the server will make to the KMS plugin.',
    stability,
    labelNames: ['provider_name'],
  })
  const time = (): number => clock.now() / 1000
  return {
    transformed: ({ resource, type, prefix, seconds: took, error }) => {
      operations.labels(resource, grpcCodeName(error), type, prefix).inc()
      if (error === undefined) seconds.labels(type, prefix).observe(took)
    },
    kmsCalled: ({ provider, method, seconds: took, error }) =>
      kms.labels(grpcCodeName(error), `/v2.KeyManagementService/${method}`, provider).observe(took),
    keyUsed: (type, provider, keyID) => {
      const labels = [server, identityHash(keyID), provider, type]
      keyUses.labels(...labels).inc()
      keyUsed.labels(...labels).set(time())
    },
    keyNamed: (provider, keyID) => keyNamed.labels(server, identityHash(keyID), provider).set(time()),
    keyRefused: (provider, problem) => refused.labels(problem, provider).inc(),
    cacheMissed: () => misses.labels().inc(),
    keysCached: (provider, count) => cached.labels(provider).set(count),
  }
}

/** The code of an error of gRPC, also of one that another was made of. */
function grpcCodeName(error: unknown): string {
  if (error === undefined) return 'OK'
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    const { code } = each as { readonly code?: unknown }
    if (typeof code === 'number' && codes[code] !== undefined) return codes[code]
  }
  return 'unknown-non-grpc'
}
