import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Scheme } from 'apimachinery/runtime'
import { FieldError } from 'apimachinery/validation'
import { conversionHandler, mutatingHandler, validatingHandler, type WebhookHandler } from 'apimachinery/webhook'
import { addToScheme } from '../crontab/scheme.js'
import { CronTab } from '../crontab/v1.js'
import { makeCertificate } from './certificate.js'
import { listener } from './listener.js'

const mostReplicas = 100

/** The handlers of this webhook, by path. */
export function cronTabHandlers(): ReadonlyMap<string, WebhookHandler> {
  const scheme = new Scheme({ name: 'conversion-webhook' })
  addToScheme(scheme)
  return new Map([
    ['/convert', conversionHandler(scheme)],
    ['/mutate', mutatingHandler(scheme, ({ object }) => object && scheme.default(object))],
    [
      '/validate',
      validatingHandler(scheme, ({ object }, notes) => {
        if (!(object instanceof CronTab)) return undefined
        const { replicas = 1, image } = object.spec
        if (!image.includes(':')) notes.warn(`image "${image}" has no tag`)
        if (replicas <= mostReplicas) return undefined
        const detail = `must be at most ${mostReplicas}`
        return [new FieldError({ type: 'FieldValueInvalid', field: 'spec.replicas', badValue: replicas, detail })]
      }),
    ],
  ])
}

/** A running webhook. */
export interface RunningWebhook {
  readonly port: number
  /** Base64 of the certificate, for the CRD and the webhook configurations. */
  readonly caBundle: string
  readonly cert: string
  close(): Promise<void>
}

/** Serves the webhook over HTTPS with a certificate made for `name`; port 0 takes any that is free. */
export async function startWebhook(port = 0, name = 'localhost'): Promise<RunningWebhook> {
  const { key, cert, caBundle } = await makeCertificate(name)
  const server = createServer({ key, cert }, listener(cronTabHandlers()))
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return { port: (server.address() as AddressInfo).port, caBundle, cert, close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())))
}
