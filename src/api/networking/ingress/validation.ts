import { isDNS1123Subdomain, isWildcardDNS1123Subdomain } from '../../../validation/dns-names.js'
import { type FieldError, invalid, required } from '../../../validation/field-error.js'
import { type FieldPath, fieldPath } from '../../../validation/field-path.js'
import { parseIPSloppy } from '../../../validation/ip-address.js'
import { getWarningsForIP, isValidIPForLegacyField } from '../../../validation/ip-rules.js'
import { nameIsDNS1035Label, nameIsDNSLabel, nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'
import type { LegacyAddressOptions } from '../../core/service/legacy-addresses.js'
import { validateLoadBalancerHostname } from '../../core/service/load-balancer-status.js'
import { isSet, memberOf, structsOf, textsOf } from '../../validation/go-values.js'
import { notSupportedNamed } from '../../validation/named-text.js'
import { validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.js'
import type { HTTPIngressPath, Ingress, IngressRule, IngressSpec, IngressTLS } from '../v1/types.gen.js'
import { validateIngressBackend } from './ingress-backend.js'

const classAnnotation = 'kubernetes.io/ingress.class'
const pathTypes = ['Exact', 'ImplementationSpecific', 'Prefix']
const forbiddenSequences = ['//', '/./', '/../', '%2f', '%2F']
const forbiddenSuffixes = ['/..', '/.']

/** Settings for checking an ingress. */
export interface IngressOptions {
  /** The gate `RelaxedServiceNameValidation`: names of services may begin with a digit. */
  readonly relaxedServiceNames: boolean
}

interface SpecOptions extends IngressOptions {
  /** What the old object has stays allowed. */
  readonly allowInvalidSecretName: boolean
  readonly allowInvalidWildcardRule: boolean
}

/** Checks a new Ingress. */
export function validateIngress(ingress: Ingress, { relaxedServiceNames }: IngressOptions): readonly FieldError[] {
  const options = { relaxedServiceNames, allowInvalidSecretName: false, allowInvalidWildcardRule: false }
  const annotation = memberOf(ingress.metadata?.annotations, classAnnotation)
  const name = ingress.spec?.ingressClassName
  const errors = ingressErrors(ingress, options)
  if (annotation === undefined || !isSet(name) || annotation === name) return errors
  const detail = 'must match `ingressClassName` when both are specified'
  return [...errors, invalid(fieldPath('annotations', classAnnotation), annotation, detail)]
}

/** Checks a changed Ingress. */
export function validateIngressUpdate(
  ingress: Ingress,
  old: Ingress,
  { relaxedServiceNames }: IngressOptions,
): readonly FieldError[] {
  const options = {
    relaxedServiceNames: relaxedServiceNames || hasRelaxedServiceName(old),
    allowInvalidSecretName: structsOf(old.spec?.tls).some(
      ({ secretName }) => secretNameProblems(secretName).length > 0,
    ),
    allowInvalidWildcardRule: structsOf(old.spec?.rules).some(
      (rule) => (rule.host ?? '').includes('*') && httpErrors(rule, false, fieldPath('spec')).length > 0,
    ),
  }
  return [
    ...validateObjectMetaUpdate(ingress.metadata, old.metadata, fieldPath('metadata')),
    ...ingressErrors(ingress, options),
  ]
}

function hasRelaxedServiceName({ spec }: Ingress): boolean {
  const backends = [
    spec?.defaultBackend,
    ...structsOf(spec?.rules).flatMap(({ http }) => structsOf(http?.paths).map(({ backend }) => backend)),
  ]
  return backends.some((backend) => {
    if (!isSet(backend?.service)) return false
    const name = backend.service.name ?? ''
    return nameIsDNSLabel(name, false).length === 0 && nameIsDNS1035Label(name, false).length > 0
  })
}

function ingressErrors({ metadata, spec }: Ingress, options: SpecOptions): FieldError[] {
  const rules = { requiresNamespace: true, validateName: nameIsDNSSubdomain }
  return [
    ...validateObjectMeta(metadata, rules, fieldPath('metadata')),
    ...specErrors(spec ?? {}, options, fieldPath('spec')),
  ]
}

function specErrors(spec: IngressSpec, options: SpecOptions, path: FieldPath): FieldError[] {
  const { defaultBackend, ingressClassName: name } = spec
  const rules = structsOf(spec.rules)
  const nothing = rules.length === 0 && !isSet(defaultBackend)
  return [
    ...(nothing
      ? [invalid(path, isSet(spec.rules) ? [] : null, 'either `defaultBackend` or `rules` must be specified')]
      : []),
    ...(isSet(defaultBackend)
      ? validateIngressBackend(defaultBackend, options.relaxedServiceNames, path.child('defaultBackend'))
      : []),
    ...rules.flatMap((rule, i) => ruleErrors(rule, options, path.child('rules').index(i))),
    ...structsOf(spec.tls).flatMap((tls, i) => tlsErrors(tls, options, path.child('tls').index(i))),
    ...(isSet(name)
      ? nameIsDNSSubdomain(name, false).map((problem) => invalid(path.child('ingressClassName'), name, problem))
      : []),
  ]
}

/** The problems of a host as a DNS name, with or without a wildcard. */
function hostProblems(host: string): string[] {
  return host.includes('*') ? isWildcardDNS1123Subdomain(host) : isDNS1123Subdomain(host)
}

function tlsErrors({ hosts, secretName }: IngressTLS, options: SpecOptions, path: FieldPath): FieldError[] {
  const hostErrors = textsOf(hosts).flatMap((host, i) =>
    hostProblems(host).map((problem) => invalid(path.child('hosts').index(i), host, problem)),
  )
  if (options.allowInvalidSecretName) return hostErrors
  const problems = secretNameProblems(secretName)
  return [...hostErrors, ...problems.map((problem) => invalid(path.child('secretName'), secretName, problem))]
}

function secretNameProblems(name: string | null | undefined): string[] {
  return name ? nameIsDNSSubdomain(name, false) : []
}

function ruleErrors(rule: IngressRule, options: SpecOptions, path: FieldPath): FieldError[] {
  const host = rule.host ?? ''
  const at = path.child('host')
  const errors: FieldError[] = []
  if (host !== '') {
    if (parseIPSloppy(host) !== undefined) errors.push(invalid(at, host, 'must be a DNS name, not an IP address'))
    errors.push(...hostProblems(host).map((problem) => invalid(at, host, problem)))
  }
  if (host.includes('*') && options.allowInvalidWildcardRule) return errors
  return [...errors, ...httpErrors(rule, options.relaxedServiceNames, path)]
}

function httpErrors({ http }: IngressRule, relaxed: boolean, path: FieldPath): FieldError[] {
  if (!isSet(http)) return []
  const at = path.child('http', 'paths')
  const paths = structsOf(http.paths)
  return [
    ...(paths.length === 0 ? [required(at, '')] : []),
    ...paths.flatMap((each, i) => pathErrors(each, relaxed, at.index(i))),
  ]
}

function pathErrors({ path: target, pathType, backend }: HTTPIngressPath, relaxed: boolean, path: FieldPath) {
  if (!isSet(pathType)) return [required(path.child('pathType'), 'pathType must be specified')]
  return [
    ...targetErrors(target ?? '', pathType, path),
    ...validateIngressBackend(backend, relaxed, path.child('backend')),
  ]
}

function targetErrors(target: string, type: string, path: FieldPath): FieldError[] {
  const at = path.child('path')
  const relative = target.startsWith('/') ? [] : [invalid(at, target, 'must be an absolute path')]
  switch (type) {
    case 'Exact':
    case 'Prefix':
      return [
        ...relative,
        ...forbiddenSequences
          .filter((sequence) => target.includes(sequence))
          .map((sequence) => invalid(at, target, `must not contain '${sequence}'`)),
        ...forbiddenSuffixes
          .filter((suffix) => target.endsWith(suffix))
          .map((suffix) => invalid(at, target, `cannot end with '${suffix}'`)),
      ]
    case 'ImplementationSpecific':
      return target === '' ? [] : relative
    default:
      return [notSupportedNamed(path.child('pathType'), type, pathTypes)]
  }
}

/** Checks a changed status of an Ingress. */
export function validateIngressStatusUpdate(
  ingress: Ingress,
  old: Ingress,
  { strict }: LegacyAddressOptions,
): readonly FieldError[] {
  const validOld = structsOf(old.status?.loadBalancer?.ingress).flatMap(({ ip }) => (ip ? [ip] : []))
  const path = fieldPath('status', 'loadBalancer', 'ingress')
  return [
    ...validateObjectMetaUpdate(ingress.metadata, old.metadata, fieldPath('metadata')),
    ...structsOf(ingress.status?.loadBalancer?.ingress).flatMap(({ ip, hostname }, i) => [
      ...(ip ? isValidIPForLegacyField(path.index(i).child('ip'), ip, { strict, validOld }) : []),
      ...validateLoadBalancerHostname(hostname, path.index(i).child('hostname')),
    ]),
  ]
}

/** Warnings about a new Ingress: the class in an annotation. */
export function warningsForIngress({ metadata, spec }: Ingress): readonly string[] {
  if (!Object.hasOwn(metadata?.annotations ?? {}, classAnnotation) || isSet(spec?.ingressClassName)) return []
  return [`annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`]
}

/** Warnings about a changed status of an Ingress: addresses in odd forms. */
export function warningsForIngressStatus({ status }: Ingress): readonly string[] {
  const path = fieldPath('status', 'loadBalancer', 'ingress')
  return structsOf(status?.loadBalancer?.ingress).flatMap(({ ip }, i) =>
    ip ? getWarningsForIP(path.index(i), ip) : [],
  )
}
