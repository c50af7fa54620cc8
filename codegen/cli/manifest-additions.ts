import type { ConversionService, ManifestAdditions } from '../schema/manifest-additions.js'

/** The flags of `apimachinery generate` that complete CRDs. */
export interface AdditionFlags {
  readonly 'conversion-webhook'?: string | undefined
  readonly 'crd-annotation'?: readonly string[] | undefined
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const service = new RegExp(`^(?<namespace>${label})/(?<name>${label})(:(?<port>[0-9]{1,5}))?(?<path>/[!-~]*)?$`)
const annotationKey = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-\w.]*[A-Za-z0-9])?$/

/** Reads the flags; the answer is a text that says what is wrong with one of them. */
export function manifestAdditions(flags: AdditionFlags): ManifestAdditions | string {
  const { 'conversion-webhook': webhook, 'crd-annotation': pairs = [] } = flags
  const annotations: [string, string][] = []
  for (const pair of pairs) {
    const at = pair.indexOf('=')
    if (at < 1 || !annotationKey.test(pair.slice(0, at))) return `--crd-annotation ${pair}: KEY=VALUE is needed`
    annotations.push([pair.slice(0, at), pair.slice(at + 1)])
  }
  const conversionWebhook = webhook === undefined ? undefined : conversionService(webhook)
  if (typeof conversionWebhook === 'string') return conversionWebhook
  return { conversionWebhook, annotations: Object.fromEntries(annotations) }
}

function conversionService(text: string): ConversionService | string {
  const { namespace = '', name = '', port, path } = service.exec(text)?.groups ?? {}
  if (name === '') return `--conversion-webhook ${text}: NAMESPACE/SERVICE[:PORT][/PATH] is needed`
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) {
    return `--conversion-webhook ${text}: a port is a number from 1 to 65535`
  }
  return { namespace, name, path, ...(port !== undefined && { port: Number(port) }) }
}
