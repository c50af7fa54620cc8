import type { WebhookClientConfig } from 'apimachinery/api/admissionregistration/v1'

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
  /** Path with its leading slash. */
  readonly path: string
  /** Whose address is to be looked up; absent for webhooks with a URL. */
  readonly service?: ServiceReference
}

/** Reads the address of a webhook. @throws Error for an empty configuration, TypeError for an invalid URL. */
export function hookTarget({ url, service }: WebhookClientConfig): HookTarget {
  if (service) {
    const { name = '', namespace = '', path, port = 443 } = service
    const hostname = `${name}.${namespace}.svc`
    return { host: `${hostname}:${port}`, hostname, port, path: cleaned(path), service: { name, namespace, port } }
  }
  if (!url) throw new Error('webhook configuration must have either service or URL')
  const { host, hostname, port, pathname } = new URL(url)
  return { host, hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 443), path: cleaned(pathname) }
}

function cleaned(path: string | undefined): string {
  const trimmed = (path ?? '').replace(/(?<!\/)\/+$/, '')
  return trimmed.startsWith('/') ? trimmed : `/${trimmed}`
}
