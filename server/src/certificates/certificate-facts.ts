import { RsaSaPssParams } from '@peculiar/asn1-rsa'
import { AsnConvert } from '@peculiar/asn1-schema'
import { type AlgorithmIdentifier, BasicConstraints, Certificate, KeyUsage, KeyUsageFlags } from '@peculiar/asn1-x509'

/** What a certificate says, beside what `node:crypto` reads of it. */
export interface CertificateFacts {
  /** The values of an attribute of the subject, by its object identifier. */
  readonly subject: (attribute: string) => string[]
  /** It may sign certificates, as far as its key usage says. */
  readonly maySign: boolean
  /** Most certificates between it and that of a client. */
  readonly maxPathLength: number | undefined
  /** Names of what is signed below it are limited. */
  readonly constrainsNames: boolean
  /** It has a critical extension that Go's crypto/x509 does not read. */
  readonly hasUnknown: boolean
  /** The object identifier of the algorithm of its signature; of RSASSA-PSS, with that of its hash behind a slash. */
  readonly signatureAlgorithm: string
}

const basicConstraints = '2.5.29.19'
const keyUsage = '2.5.29.15'
const nameConstraints = '2.5.29.30'
const accessInformation = '1.3.6.1.5.5.7.1.1'
const pss = '1.2.840.113549.1.1.10'

/** Below 2.5.29: usage, alternative names, constraints, identifiers of keys, points of revocation, policies, extended usage. */
const known = new Set([14, 15, 17, 19, 30, 31, 32, 33, 35, 36, 37, 54].map((each) => `2.5.29.${each}`))

/** Reads a certificate in DER. Throws for what is none. Source: RFC 5280. */
export function readCertificateFacts(der: Uint8Array): CertificateFacts {
  const { tbsCertificate, signatureAlgorithm } = AsnConvert.parse(der, Certificate)
  const extensions = tbsCertificate.extensions ?? []
  const extension = (wanted: string) => extensions.find(({ extnID }) => extnID === wanted)?.extnValue
  const [usage, constraints] = [extension(keyUsage), extension(basicConstraints)]
  return {
    subject: (attribute) =>
      tbsCertificate.subject.flatMap((names) =>
        names
          .filter(({ type, value }) => type === attribute && value.anyValue === undefined)
          .map(({ value }) => value.toString()),
      ),
    maySign: usage === undefined || (AsnConvert.parse(usage, KeyUsage).toNumber() & KeyUsageFlags.keyCertSign) !== 0,
    maxPathLength: constraints && AsnConvert.parse(constraints, BasicConstraints).pathLenConstraint,
    constrainsNames: extension(nameConstraints) !== undefined,
    hasUnknown: extensions.some(
      ({ extnID, critical }) => critical && !known.has(extnID) && extnID !== accessInformation,
    ),
    signatureAlgorithm: algorithmOf(signatureAlgorithm),
  }
}

function algorithmOf({ algorithm, parameters }: AlgorithmIdentifier): string {
  if (algorithm !== pss || !parameters) return algorithm
  return `${pss}/${AsnConvert.parse(parameters, RsaSaPssParams).hashAlgorithm.algorithm}`
}
