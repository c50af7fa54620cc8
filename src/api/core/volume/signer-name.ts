import { quote } from '../../../internal/quote.js'
import { utf8Length } from '../../../internal/utf8-length.js'
import {
  dnsLabelMaxLength,
  dnsSubdomainMaxLength,
  isDNS1123Label,
  isDNS1123Subdomain,
} from '../../../validation/dns-names.js'
import { type FieldError, invalid, required, tooLong } from '../../../validation/field-error.js'
import type { FieldPath } from '../../../validation/field-path.js'
import { nameIsDNSSubdomain } from '../../../validation/object-name-rules.js'

/** `<domain>/<namespace>.<name>`, each part as long as it can be. */
const maxLength = dnsSubdomainMaxLength + 1 + dnsSubdomainMaxLength + dnsLabelMaxLength + 1

/** Reports whether the signer is one of Kubernetes' own. */
export function isKubernetesSignerName(name: string): boolean {
  const [host = ''] = name.split('/', 1)
  return host === 'kubernetes.io' || host.endsWith('.kubernetes.io')
}

/** Checks the name of a signer of certificates: `example.com/signer-name`. */
export function validateSignerName(name: string, path: FieldPath): FieldError[] {
  if (name === '') return [required(path, '')]
  const [domain, rest, ...more] = name.split('/')
  if (domain === undefined || rest === undefined || more.length > 0) {
    return [invalid(path, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")]
  }
  const errors: FieldError[] = []
  if (utf8Length(domain) > dnsSubdomainMaxLength) errors.push(tooLong(path, dnsSubdomainMaxLength))
  errors.push(...firstBadLabel(domain, isDNS1123Label, path))
  if (!domain.includes('.')) {
    errors.push(invalid(path, domain, 'should be a domain with at least two segments separated by dots'))
  }
  errors.push(...firstBadLabel(rest, isDNS1123Subdomain, path))
  if (utf8Length(name) > maxLength) errors.push(tooLong(path, maxLength))
  return errors
}

function firstBadLabel(part: string, rule: (label: string) => string[], path: FieldPath): FieldError[] {
  for (const label of part.split('.')) {
    const problems = rule(label)
    if (problems.length === 0) continue
    return problems.map((problem) => invalid(path, part, `validating label ${quote(label)}: ${problem}`))
  }
  return []
}

/** Lists what keeps `name` from being the name of a ClusterTrustBundle of the signer, or of none (`''`). */
export function clusterTrustBundleNameProblems(name: string, signerName: string): string[] {
  if (signerName === '') {
    if (name.includes(':')) return ['ClusterTrustBundle without signer name must not have ":" in its name']
    return nameIsDNSSubdomain(name, false)
  }
  const prefix = `${signerName.replaceAll('/', ':')}:`
  if (!name.startsWith(prefix)) {
    return [`ClusterTrustBundle for signerName ${signerName} must be named with prefix ${prefix}`]
  }
  return nameIsDNSSubdomain(name.slice(prefix.length), false)
}

/** The signer in the name of a ClusterTrustBundle; `''` if it has none. */
export function signerOfClusterTrustBundle(name: string): string {
  const end = name.lastIndexOf(':')
  return end < 0 ? '' : name.slice(0, end).replaceAll(':', '/')
}
