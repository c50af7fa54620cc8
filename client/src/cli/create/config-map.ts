import { ConfigMap } from 'apimachinery/api/core/v1'
import { contentHash } from './append-hash.js'
import { type Creator, metadataFor } from './creator.js'
import { keyOptions, readKeys } from './key-sources.js'

/** `create configmap`. */
export const configMap: Creator = {
  usage: 'configmap NAME [--from-file=[KEY=]SOURCE] [--from-literal=KEY=VALUE] [--from-env-file=FILE] [--append-hash]',
  options: keyOptions,
  async make(request) {
    const { name, values } = request
    const data: Record<string, string> = {}
    const binaryData: Record<string, string> = {}
    for (const [key, bytes] of await readKeys(request, 'ConfigMap')) {
      const text = utf8Text(bytes)
      if (text === undefined) binaryData[key] = Buffer.from(bytes).toString('base64')
      else data[key] = text
    }
    const hasBinary = Object.keys(binaryData).length > 0
    const content = { kind: 'ConfigMap', name, data, ...(hasBinary && { binaryData }) }
    const suffix = values.flag('append-hash') ? `-${contentHash(content)}` : ''
    return new ConfigMap({
      metadata: metadataFor({ ...request, name: name + suffix }),
      ...(Object.keys(data).length > 0 && { data }),
      ...(hasBinary && { binaryData }),
    })
  },
}

function utf8Text(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
