import { CertificateSigningRequest, type CertificateSigningRequestStatus } from 'apimachinery/api/certificates/v1'
import { readRequestedCertificate } from '../../certificates/certificate-request.js'
import { timeAt } from '../cluster-time.js'
import type { Controller, ControllerContext } from '../controller.js'
import type { ControllerSettings } from '../controller-settings.js'
import { isToBeSigned } from './request-conditions.js'
import { requestController } from './request-controller.js'
import { signers } from './signers.js'

const minute = 60_000
/** How long certificates are valid at most, unless something else is asked for. */
const usualLongest = 365 * 24 * 60 * minute
const shortest = 10 * minute
/** Certificates begin earlier, for clocks that are late. */
const backdate = 5 * minute
/** The end of a certificate with a shorter life than this is not backdated. */
const short = 8 * 60 * minute

/**
 * Signs approved requests for the signers of Kubernetes with the authority of the server, or says why they are not signed.
 *
 * Source: pkg/controller/certificates/signer of Kubernetes.
 */
export function requestSigningController(
  context: ControllerContext,
  { signingAuthority, tuning }: Pick<ControllerSettings, 'signingAuthority' | 'tuning'>,
): Controller {
  const requests = context.client.resource(CertificateSigningRequest)

  async function handle(request: CertificateSigningRequest): Promise<void> {
    const { signerName = '', usages = [], request: text = '', expirationSeconds } = request.spec ?? {}
    const rule = signers.get(signerName)
    if (rule === undefined || !isToBeSigned(request)) return
    const problem = rule(await readRequestedCertificate(text), usages)
    if (problem !== undefined) return write(request, failed(request, problem))
    const now = context.clock.now()
    const life = lifeOf(expirationSeconds, tuning?.signingDuration ?? usualLongest)
    // Loading it takes long, and most servers sign nothing.
    const { signCertificateRequest } = await import('../../certificates/sign-request.js')
    const pem = await signCertificateRequest(await signingAuthority(), text, {
      usages,
      notBefore: new Date(now - backdate),
      notAfter: new Date(now + (life < short ? life : life - backdate)),
    })
    return write(request, { ...request.status, certificate: Buffer.from(pem).toString('base64') })
  }

  function failed({ status }: CertificateSigningRequest, message: string): CertificateSigningRequestStatus {
    const condition = {
      type: 'Failed',
      status: 'True',
      reason: 'SignerValidationFailure',
      message,
      lastUpdateTime: timeAt(context.clock.now()),
    } as const
    return { ...status, conditions: [...(status?.conditions ?? []), condition] }
  }

  async function write(request: CertificateSigningRequest, status: CertificateSigningRequestStatus): Promise<void> {
    await requests.updateStatus(new CertificateSigningRequest({ ...request, status }))
  }

  return requestController('certificatesigningrequest-signing-controller', context, handle)
}

function lifeOf(seconds: number | null | undefined, longest: number): number {
  if (seconds === undefined || seconds === null) return longest
  return Math.max(shortest, Math.min(longest, seconds * 1000))
}
