import type { TokenRequest } from 'apimachinery/api/authentication/v1'
import type { CertificateSigningRequest } from 'apimachinery/api/certificates/v1'
import type { ResourceSlice } from 'apimachinery/api/resource/v1'
import { messageOf, newNotFound } from 'apimachinery/errors'
import { getUID } from 'apimachinery/runtime'
import type { AdmissionAttributes } from '../../attributes.js'
import { forbidden } from '../../forbidden.js'
import type { CertificateSubject, ParseCertificateRequest } from '../certificates.js'
import type { NodeCheck } from './node-check.js'
import { checkAudience } from './token-audience.js'

/** Nodes get tokens for the pods that run on them. */
export const checkTokenRequest: NodeCheck = async (node, attributes, state) => {
  if (attributes.operation !== 'CREATE' || attributes.subresource !== 'token') return
  const reference = (attributes.object as TokenRequest).spec?.boundObjectRef
  if (reference?.apiVersion !== 'v1' || reference.kind !== 'Pod' || !reference.name) {
    throw forbidden(attributes, 'node requested token not bound to a pod')
  }
  if (!reference.uid) throw forbidden(attributes, 'node requested token with a pod binding without a uid')
  const pod = await state.livePod(attributes.namespace, reference.name)
  if (pod === undefined) throw newNotFound({ group: '', resource: 'pods' }, reference.name)
  if (reference.uid !== getUID(pod)) {
    throw forbidden(
      attributes,
      `the UID in the bound object reference (${reference.uid}) does not match the UID in record. The object might have been deleted and then recreated`,
    )
  }
  if (pod.spec?.nodeName !== node) {
    throw forbidden(attributes, 'node requested token bound to a pod scheduled on a different node')
  }
  await checkAudience(attributes, pod, state)
}

/** Nodes publish the devices that are theirs. */
export const checkResourceSlice: NodeCheck = (node, attributes) => {
  const { operation, object, oldObject } = attributes
  const slice = (operation === 'CREATE' ? object : oldObject) as ResourceSlice | undefined
  if (operation === 'UPDATE' || slice?.spec?.nodeName === node) return
  const verb = operation.toLowerCase()
  throw forbidden(attributes, `can only ${verb} ResourceSlice with the same NodeName as the requesting node`)
}

const kubeletSigners = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet']

/** Nodes request certificates in their own name. */
export async function checkCertificateRequest(
  node: string,
  attributes: AdmissionAttributes,
  parse: ParseCertificateRequest,
): Promise<void> {
  if (attributes.operation !== 'CREATE' || attributes.subresource !== '') return
  const { spec } = attributes.object as CertificateSigningRequest
  if (!kubeletSigners.includes(spec?.signerName ?? '')) return
  let subject: CertificateSubject
  try {
    subject = await parse(spec?.request ?? '')
  } catch (error) {
    throw forbidden(attributes, `unable to parse csr: ${messageOf(error)}`)
  }
  if (subject.commonName === `system:node:${node}`) return
  throw forbidden(attributes, `can only create a node CSR with CN=system:node:${node}`)
}
