import { SubjectAccessReview } from 'apimachinery/api/authorization/v1'
import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { getName } from 'apimachinery/runtime'
import { readRequestedCertificate } from '../../certificates/certificate-request.js'
import type { Controller, ControllerContext } from '../controller.js'
import { isDecided } from './request-conditions.js'
import { NotYetError, requestController } from './request-controller.js'
import { kubeletClientProblem, kubeletClientSigner } from './signers.js'

const name = 'certificatesigningrequest-approving-controller'

/** What the requester must be allowed to create, and what the approval says. */
interface Recognized {
  readonly subresource: string
  readonly message: string
}

/**
 * Approves client certificates of kubelets for those who may ask for them.
 *
 * Source: pkg/controller/certificates/approver of Kubernetes.
 */
export function requestApprovingController(context: ControllerContext): Controller {
  const { client } = context
  const requests = client.resource(CertificateSigningRequest)

  async function handle(request: CertificateSigningRequest): Promise<void> {
    if (isDecided(request)) return
    const recognized = await recognitions(request)
    for (const each of recognized) if (await isAllowed(request, each)) return approve(request, each)
    if (recognized.length === 0) return
    const tried = recognized.map(({ subresource }) => subresource).join(' ')
    throw new NotYetError(
      `recognized csr ${JSON.stringify(getName(request))} as [${tried}] but subject access review was not approved`,
    )
  }

  async function isAllowed({ spec }: CertificateSigningRequest, { subresource }: Recognized): Promise<boolean> {
    const { username, uid, groups, extra } = spec ?? {}
    const resourceAttributes = {
      group: 'certificates.k8s.io',
      resource: 'certificatesigningrequests',
      verb: 'create',
      subresource,
      version: '*',
    }
    const review = new SubjectAccessReview({ spec: { user: username, uid, groups, extra, resourceAttributes } })
    return (await client.create(review)).status?.allowed === true
  }

  async function approve(request: CertificateSigningRequest, { message }: Recognized): Promise<void> {
    const { status } = request
    const condition = { type: 'Approved', status: 'True', reason: 'AutoApproved', message } as const
    const conditions = [...(status?.conditions ?? []), condition]
    await requests
      .subresource('approval')
      .update(new CertificateSigningRequest({ ...request, status: { ...status, conditions } }))
  }

  return requestController(name, context, handle)
}

async function recognitions({ spec }: CertificateSigningRequest): Promise<readonly Recognized[]> {
  const requested = await readRequestedCertificate(spec?.request ?? '')
  if (spec?.signerName !== kubeletClientSigner) return []
  if (kubeletClientProblem(requested, spec.usages ?? []) !== undefined) return []
  const forItself = spec.username === requested.commonName
  return [
    ...(forItself
      ? [
          {
            subresource: 'selfnodeclient',
            message: 'Auto approving self kubelet client certificate after SubjectAccessReview.',
          },
        ]
      : []),
    { subresource: 'nodeclient', message: 'Auto approving kubelet client certificate after SubjectAccessReview.' },
  ]
}
