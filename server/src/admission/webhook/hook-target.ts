import { posix } from 'node:path'
import type { WebhookClientConfig } from 'apimachinery/api/admissionregistration/v1'
import { AdmissionError } from '../admission-error.js'

/** A service of the cluster. */
export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly port: number
}

/** Where a webhook is called. */
export interface HookTarget {
  /** `host:port` as in the URL; the port is included for services only. */
  readonly host: string
  /** Name that the certificate must be for. */
  readonly hostname: string
  readonly port: number
  /** Path with its leading slash, as it is sent. */
  readonly path: string
  /** Whose address is to be looked up; absent for webhooks with a URL. */
  readonly service?: ServiceReference | undefined
}

/** Reads the address of a webhook. @throws AdmissionError for an empty configuration, TypeError for an invalid URL. */
export function hookTarget({ url, service }: WebhookClientConfig): HookTarget {
  if (service) {
    const { name = '', namespace = '', path, port = 443 } = service
    const hostname = `${name}.${namespace}.svc`
    return {
      host: `${hostname}:${port}`,
      hostname,
      port,
      path: cleaned(path ?? ''),
      service: { name, namespace, port },
    }
  }
  if (!url) throw new AdmissionError('webhook configuration must have either service or URL')
  const { host, hostname, port } = new URL(url)
  return { host, hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443), path: cleaned(pathOf(url)) }
}

/** The path of a URL with its dots, which `URL` resolves, decoded once as Go reads it. */
function pathOf(url: string): string {
  const [, path = ''] = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*([^?#]*)/i.exec(url) ?? []
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** As `path.Join` of Go cleans a path, and `url.URL` writes it. */
function cleaned(path: string): string {
  const clean = posix.normalize(`/${path}`)
  const trimmed = clean === '/' ? clean : clean.replace(/\/$/, '')
  return encodeURIComponent(trimmed)
    .replace(/%(24|26|2B|2C|2F|3A|3B|3D|40)/g, (escaped) => decodeURIComponent(escaped))
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
