import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Scheme } from 'apimachinery/runtime'
import { type FieldError, fieldPath, invalid } from 'apimachinery/validation'
import {
  conversionHandler,
  mutatingHandler,
  nodeHandler,
  validating,
  validatingHandler,
  type WebhookHandler,
} from 'apimachinery/webhook'
import { addToScheme } from '../crontab/scheme.js'
import { CronTab } from '../crontab/v1.js'
import { makeCertificate } from './certificate.js'

const mostReplicas = 100

function checkReplicas({ spec: { replicas = 1 } }: CronTab): FieldError[] {
  return replicas > mostReplicas
    ? [invalid(fieldPath('spec', 'replicas'), replicas, `must be at most ${mostReplicas}`)]
    : []
}

/** The handlers of this webhook, by path. */
export function cronTabHandlers(): Record<string, WebhookHandler> {
  const scheme = new Scheme({ name: 'conversion-webhook' })
  addToScheme(scheme)
  return {
    '/convert': conversionHandler(scheme),
    '/mutate': mutatingHandler(scheme, ({ object }) => object && scheme.default(object)),
    '/validate': validatingHandler(
      scheme,
      validating(CronTab, {
        create(tab, { notes }) {
          if (!tab.spec.image.includes(':')) notes.warn(`image "${tab.spec.image}" has no tag`)
          return checkReplicas(tab)
        },
        update: checkReplicas,
      }),
    ),
  }
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
  const server = createServer({ key, cert }, nodeHandler(cronTabHandlers(), { onError: console.error }))
  await new Promise<void>((resolve) => server.listen(port, resolve))
  return { port: (server.address() as AddressInfo).port, caBundle, cert, close: () => closed(server) }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())))
}
