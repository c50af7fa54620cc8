export {
  ensureCertificates,
  type ServerCertificates,
  type ServiceAccountKey,
} from '../certificates/certificate-files.js'
export type { CertificatePair, CertificateRequest } from '../certificates/new-certificate.js'
export type { ValueRequest } from './in-process.js'
export type { ConnectionLimits } from './listener.js'
export type { ValueResponse } from './value-response.js'
