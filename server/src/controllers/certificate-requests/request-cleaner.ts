import { X509Certificate } from 'node:crypto'
import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { isNotFound } from 'apimachinery/errors'
import { getName } from 'apimachinery/runtime'
import type { Controller, ControllerContext } from '../controller.js'
import { periodicController } from '../periodic-controller.js'
import { isIssued } from './request-conditions.js'

const name = 'certificatesigningrequest-cleaner-controller'
const hour = 60 * 60 * 1000
/** How long requests are kept: those that were decided and answered, and those that wait. */
const [answered, waiting] = [hour, 24 * hour]

/**
 * Deletes requests that are done, or that nobody has answered for a day.
 *
 * Source: pkg/controller/certificates/cleaner of Kubernetes.
 */
export function requestCleanerController(context: ControllerContext): Controller {
  const { client, clock, informers } = context
  const requests = informers.informerFor(CertificateSigningRequest)
  const synced = requests.addEventHandler({}).synced

  async function run(): Promise<void> {
    for (const request of requests.lister.list().filter((each) => isDue(each, clock.now())))
      await client
        .resource(CertificateSigningRequest)
        .delete(getName(request))
        .catch((error: unknown) => {
          if (!isNotFound(error)) context.onError(error, name)
        })
  }

  return periodicController({ name, context, period: hour, synced, run })
}

function isDue(request: CertificateSigningRequest, now: number): boolean {
  const { metadata, status } = request
  const conditions = status?.conditions ?? []
  const olderThan = (time: unknown, limit: number): boolean =>
    time !== undefined && time !== null && now - Date.parse(String(time)) > limit
  const since = (type: string, limit: number): boolean =>
    conditions.some((each) => each.type === type && olderThan(each.lastUpdateTime, limit))
  if (conditions.length === 0 && olderThan(metadata?.creationTimestamp, waiting)) return true
  if (since('Denied', answered) || since('Failed', answered)) return true
  if (!isIssued(request)) return since('Approved', waiting)
  const isApproved = conditions.some(({ type }) => type === 'Approved')
  return since('Approved', answered) || (isApproved && isExpired(status?.certificate ?? '', now))
}

/** A certificate that cannot be read does not expire. */
function isExpired(certificate: string, now: number): boolean {
  try {
    return Date.parse(new X509Certificate(Buffer.from(certificate, 'base64')).validTo) < now
  } catch {
    return false
  }
}
