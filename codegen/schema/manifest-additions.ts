import { isJSONObject, type JSONObject, setOwn } from '../../src/json/json-value.js'

/** The service of a conversion webhook. */
export interface ConversionService {
  readonly namespace: string
  readonly name: string
  /** Default: 443, as the server has it. */
  readonly port?: number | undefined
  /** Default `/convert`. */
  readonly path?: string | undefined
}

/** What the source of a kind does not tell of its manifest, since it depends on where the operator runs. */
export interface ManifestAdditions {
  /** Objects are converted between versions by this service. */
  readonly conversionWebhook?: ConversionService | undefined
  readonly annotations?: Readonly<Record<string, string>> | undefined
}

/** Writes the additions into a manifest, over what it has. */
export function addToManifest(manifest: JSONObject, { conversionWebhook, annotations = {} }: ManifestAdditions): void {
  if (Object.keys(annotations).length > 0) {
    const metadata = manifest.metadata as JSONObject
    const all: JSONObject = isJSONObject(metadata.annotations) ? metadata.annotations : {}
    for (const [key, value] of Object.entries(annotations)) setOwn(all, key, value)
    metadata.annotations = all
  }
  if (conversionWebhook === undefined) return
  const { namespace, name, port, path = '/convert' } = conversionWebhook
  const service: JSONObject = { namespace, name, path, ...(port === undefined ? {} : { port: BigInt(port) }) }
  const spec = manifest.spec as JSONObject
  spec.conversion = { strategy: 'Webhook', webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] } }
}
