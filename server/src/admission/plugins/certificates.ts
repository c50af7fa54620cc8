import { isDeepStrictEqual } from 'node:util'
import { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import { ClusterTrustBundle } from 'apimachinery/api/certificates/v1beta1'
import { messageOf } from 'apimachinery/errors'
import type { Authorizer } from '../../authorization/authorizer.js'
import type { RequestUser } from '../../request/context.js'
import type { AdmissionAttributes } from '../attributes.js'
import { accessOf } from '../authorize.js'
import { changesCollectorFieldsOnly } from '../collector-fields.js'
import { forbidden } from '../forbidden.js'
import type { AdmissionPlugin } from '../plugin.js'

const group = 'certificates.k8s.io'
const clientSigner = 'kubernetes.io/kube-apiserver-client'

/** The subject of a certificate request. */
export interface CertificateSubject {
  readonly commonName: string
  readonly organizations: readonly string[]
}

/** Reads the subject of a certificate request: PEM in base64. Rejects for anything else. */
export type ParseCertificateRequest = (request: string) => Promise<CertificateSubject>

/**
 * Restricts approval of requests to users with permission for their signer. Source:
 * plugin/pkg/admission/certificates/approval.
 */
export function certificateApproval(authorizer: Authorizer): AdmissionPlugin {
  return {
    resources: ['certificatesigningrequests.certificates.k8s.io'],
    handles: (operation) => operation === 'UPDATE',
    async validate(attributes) {
      const old = attributes.oldObject
      // The stored request says whose signer it is for: an update may name another one.
      if (requestOf(attributes, 'approval') === undefined || !(old instanceof CertificateSigningRequest)) return
      const signer = old.spec?.signerName ?? ''
      if (await mayUseSigner(authorizer, attributes.user, { verb: 'approve', signer })) return
      throw forbidden(attributes, `user not permitted to approve requests with signerName ${JSON.stringify(signer)}`)
    },
  }
}

/** Restricts signing to users with permission for the signer. Source: plugin/pkg/admission/certificates/signing. */
export function certificateSigning(authorizer: Authorizer): AdmissionPlugin {
  return {
    resources: ['certificatesigningrequests.certificates.k8s.io'],
    handles: (operation) => operation === 'UPDATE',
    async validate(attributes) {
      const request = requestOf(attributes, 'status')
      const old = attributes.oldObject
      if (request === undefined || !(old instanceof CertificateSigningRequest)) return
      const unsigned = (request.status?.certificate ?? '') === (old.status?.certificate ?? '')
      if (unsigned && isDeepStrictEqual(request.status?.conditions ?? [], old.status?.conditions ?? [])) return
      const signer = old.spec?.signerName ?? ''
      if (await mayUseSigner(authorizer, attributes.user, { verb: 'sign', signer })) return
      throw forbidden(attributes, `user not permitted to sign requests with signerName ${JSON.stringify(signer)}`)
    },
  }
}

/**
 * Restricts trust bundles to users with permission for the signer. Source: plugin/pkg/admission/certificates/ctbattest.
 */
export function clusterTrustBundleAttest(authorizer: Authorizer): AdmissionPlugin {
  return {
    resources: ['clustertrustbundles.certificates.k8s.io'],
    handles: (operation) => operation === 'CREATE' || operation === 'UPDATE',
    async validate(attributes) {
      const { resource, object, oldObject: old } = attributes
      if (resource.group !== group || resource.resource !== 'clustertrustbundles') return
      const signer = (object as ClusterTrustBundle | undefined)?.spec?.signerName ?? ''
      if (object === undefined || signer === '') return
      if (old !== undefined && changesCollectorFieldsOnly(ClusterTrustBundle, object, old)) return
      if (await mayUseSigner(authorizer, attributes.user, { verb: 'attest', signer })) return
      throw forbidden(attributes, `user not permitted to attest for signerName ${JSON.stringify(signer)}`)
    },
  }
}

/** Keeps the signer for clients from making administrators. Source: plugin/pkg/admission/certificates/subjectrestriction. */
export function certificateSubjectRestriction(parse: ParseCertificateRequest): AdmissionPlugin {
  return {
    resources: ['certificatesigningrequests.certificates.k8s.io'],
    handles: (operation) => operation === 'CREATE',
    async validate(attributes) {
      const request = requestOf(attributes, '')
      if (request?.spec?.signerName !== clientSigner) return
      const { organizations } = await parsed(attributes, request, parse)
      if (!organizations.includes('system:masters')) return
      throw forbidden(attributes, `use of ${clientSigner} signer with system:masters group is not allowed`)
    },
  }
}

async function parsed(
  attributes: AdmissionAttributes,
  { spec }: CertificateSigningRequest,
  parse: ParseCertificateRequest,
): Promise<CertificateSubject> {
  try {
    return await parse(spec?.request ?? '')
  } catch (error) {
    throw forbidden(attributes, `failed to parse CSR: ${messageOf(error)}`)
  }
}

function requestOf(attributes: AdmissionAttributes, subresource: string): CertificateSigningRequest | undefined {
  const { resource, object } = attributes
  if (resource.group !== group || resource.resource !== 'certificatesigningrequests') return undefined
  return attributes.subresource === subresource && object instanceof CertificateSigningRequest ? object : undefined
}

/** Checks permission for the signer itself, then for all signers of its domain. */
async function mayUseSigner(
  authorizer: Authorizer,
  user: RequestUser | undefined,
  { verb, signer }: { readonly verb: string; readonly signer: string },
): Promise<boolean> {
  const mayUse = async (name: string): Promise<boolean> => {
    const { allowed, error } = await accessOf(authorizer, user, { verb, name, apiGroup: group, resource: 'signers' })
    return allowed && error === undefined
  }
  return (await mayUse(signer)) || mayUse(`${signer.split('/')[0]}/*`)
}
