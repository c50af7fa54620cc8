import { quote } from '../../../internal/quote.js'
import {
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  notSupported,
  required,
} from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { equalJSON } from '../../../validation/immutable.js'
import { validateSignerName } from '../../core/volume/signer-name.js'
import { isSet, structsOf, textsOf } from '../../validation/go-values.js'
import { internalText } from '../../validation/internal-text.js'
import { requiredEnumErrors } from '../../validation/named-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import { unifiedDiff } from '../../validation/unified-diff.js'
import { certificateSigningRequestStatusDescriptor } from '../v1/descriptors.gen.js'
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
} from '../v1/types.gen.js'
import { certificateRequestProblem, certificatesProblem } from './certificate-data.js'

const legacySigner = 'kubernetes.io/legacy-unknown'
const minSeconds = 600
const statuses = ['False', 'True', 'Unknown']
/** Conditions that are there for good, and only `True`. */
const finalTypes = ['Approved', 'Denied', 'Failed']
const approvalTypes = ['Approved', 'Denied']
const usages =
  'any,cert sign,client auth,code signing,content commitment,crl sign,data encipherment,decipher only,digital signature,email protection,encipher only,ipsec end system,ipsec tunnel,ipsec user,key agreement,key encipherment,microsoft sgc,netscape sgc,ocsp signing,s/mime,server auth,signing,timestamping'.split(
    ',',
  )

/** Which part of a request is written. */
export type CertificateUpdate = 'object' | 'status' | 'approval'

/** Old errors that stay allowed. */
interface Tolerances {
  readonly approvedAndDenied: boolean
  readonly legacySigner: boolean
  readonly repeatedTypes: boolean
  readonly emptyType: boolean
  readonly anyCertificate: boolean
  readonly repeatedUsages: boolean
  readonly unknownUsages: boolean
}

/** Checks a new CertificateSigningRequest. */
export function validateCertificateSigningRequest(request: CertificateSigningRequest): readonly FieldError[] {
  return validateRequest(request, tolerances(request, undefined))
}

/** Checks a changed CertificateSigningRequest: approval and certificate have their own ways to be written, once. */
export function validateCertificateSigningRequestUpdate(
  request: CertificateSigningRequest,
  old: CertificateSigningRequest,
  part: CertificateUpdate,
): readonly FieldError[] {
  const path = fieldPath('status', 'conditions')
  return [
    ...validateRequest(request, tolerances(request, old)),
    ...finalTypes.filter((type) => conditionsOf(request, type).length < conditionsOf(old, type).length).map(removed),
    ...(part === 'approval' ? [] : approvalTypes.flatMap((type) => approvalErrors(request, old, { type, path }))),
    ...certificateChangeErrors(request, old, part),
    ...validateObjectMetaUpdate(request.metadata, old.metadata, fieldPath('metadata')),
  ]
}

function removed(type: string): FieldError {
  return forbidden(fieldPath('status', 'conditions'), `updates may not remove a condition of type ${quote(type)}`)
}

function approvalErrors(
  request: CertificateSigningRequest,
  old: CertificateSigningRequest,
  { type, path }: { readonly type: string; readonly path: FieldPath },
): FieldError[] {
  const [now, before] = [conditionsOf(request, type), conditionsOf(old, type)]
  if (now.length > before.length) return [forbidden(path, `updates may not add a condition of type ${quote(type)}`)]
  if (now.length < before.length || equalJSON(now, before)) return []
  const difference = unifiedDiff(prettyText(before), prettyText(now))
  return [forbidden(path, `updates may not modify a condition of type ${quote(type)}\n${difference}`)]
}

function prettyText(conditions: readonly CertificateSigningRequestCondition[]): string {
  if (conditions.length === 0) return 'null'
  const type = certificateSigningRequestStatusDescriptor.propertyByName.get('conditions')?.type
  const text = type === undefined ? '' : internalText(type, conditions, { pretty: true })
  return text.replace(/^( +)/gm, (indent) => ' '.repeat(indent.length / 2))
}

function certificateChangeErrors(
  request: CertificateSigningRequest,
  old: CertificateSigningRequest,
  part: CertificateUpdate,
): FieldError[] {
  const [now, before] = [request.status?.certificate ?? '', old.status?.certificate ?? '']
  const path = fieldPath('status', 'certificate')
  if (now === before) return []
  if (part !== 'status') return [forbidden(path, 'updates may not set certificate content')]
  return before === '' ? [] : [forbidden(path, 'updates may not modify existing certificate content')]
}

function validateRequest(request: CertificateSigningRequest, allowed: Tolerances): FieldError[] {
  const { metadata, status } = request
  const spec: Partial<CertificateSigningRequestSpec> = request.spec ?? {}
  const path = fieldPath('spec')
  const problem = certificateRequestProblem(spec.request)
  const certificate = allowed.anyCertificate ? undefined : certificatesProblem(status?.certificate)
  const errors = validateObjectMeta(
    metadata,
    { requiresNamespace: false, validateName: () => [] },
    fieldPath('metadata'),
  )
  if (problem !== undefined) errors.push(invalid(path.child('request'), spec.request ?? null, problem))
  errors.push(
    ...usageErrors(textsOf(spec.usages), path.child('usages'), allowed),
    ...signerErrors(spec.signerName ?? '', path.child('signerName'), allowed),
    ...expirationErrors(spec, path.child('expirationSeconds')),
    ...conditionErrors(structsOf(status?.conditions), fieldPath('status', 'conditions'), allowed),
  )
  if (certificate !== undefined) {
    errors.push(invalid(fieldPath('status', 'certificate'), '<certificate data>', certificate))
  }
  return errors
}

function usageErrors(given: readonly string[], path: FieldPath, allowed: Tolerances): FieldError[] {
  const errors = given.length === 0 ? [required(path, '')] : []
  for (const [i, usage] of given.entries()) {
    if (allowed.unknownUsages || usages.includes(usage)) continue
    errors.push(notSupported(path.index(i), usage, usages).withJSONText())
  }
  if (allowed.repeatedUsages) return errors
  const seen = new Set<string>()
  for (const [i, usage] of given.entries()) {
    if (seen.has(usage)) errors.push(duplicate(path.index(i), usage).withJSONText())
    seen.add(usage)
  }
  return errors
}

function signerErrors(name: string, path: FieldPath, allowed: Tolerances): FieldError[] {
  if (allowed.legacySigner || name !== legacySigner) return validateSignerName(name, path)
  return [invalid(path, name, 'the legacy signerName is not allowed via this API version')]
}

function expirationErrors(
  { expirationSeconds }: Partial<CertificateSigningRequestSpec>,
  path: FieldPath,
): FieldError[] {
  if (!isSet(expirationSeconds) || expirationSeconds >= minSeconds) return []
  return [invalid(path, expirationSeconds, 'may not specify a duration less than 600 seconds (10 minutes)')]
}

function conditionErrors(
  conditions: readonly CertificateSigningRequestCondition[],
  path: FieldPath,
  allowed: Tolerances,
): FieldError[] {
  const seen = new Set<string>()
  return conditions.flatMap((given, i) => {
    const type = given.type ?? ''
    const status = given.status ?? ''
    const at = path.index(i)
    const errors: FieldError[] = []
    if (type === '' && !allowed.emptyType) errors.push(required(at.child('type'), ''))
    errors.push(...statusErrors(type, status, at.child('status')))
    const opposite = type === 'Approved' ? 'Denied' : 'Approved'
    if (!allowed.approvedAndDenied && approvalTypes.includes(type) && seen.has(opposite)) {
      const error = invalid(path, type, 'Approved and Denied conditions are mutually exclusive')
      errors.push(error.withJSONText().withOrigin('zeroOrOneOf'))
    }
    if (!allowed.repeatedTypes && seen.has(type)) errors.push(duplicate(at.child('type'), type).withJSONText())
    seen.add(type)
    return errors
  })
}

function statusErrors(type: string, status: string, path: FieldPath): FieldError[] {
  return requiredEnumErrors(status, finalTypes.includes(type) ? ['True'] : statuses, path)
}

function tolerances(request: CertificateSigningRequest, old: CertificateSigningRequest | undefined): Tolerances {
  const types = structsOf(old?.status?.conditions).map(({ type }) => type ?? '')
  const oldUsages = textsOf(old?.spec?.usages)
  const before = old?.status?.certificate ?? ''
  const sameCertificate = old !== undefined && before === (request.status?.certificate ?? '')
  return {
    approvedAndDenied: approvalTypes.every((type) => types.includes(type)),
    legacySigner: old?.spec?.signerName === legacySigner,
    repeatedTypes: new Set(types).size < types.length,
    emptyType: types.includes(''),
    anyCertificate: sameCertificate || certificatesProblem(before) !== undefined,
    repeatedUsages: new Set(oldUsages).size < oldUsages.length,
    unknownUsages: oldUsages.some((usage) => !usages.includes(usage)),
  }
}

function conditionsOf({ status }: CertificateSigningRequest, type: string): CertificateSigningRequestCondition[] {
  return structsOf(status?.conditions).filter((condition) => condition.type === type)
}
