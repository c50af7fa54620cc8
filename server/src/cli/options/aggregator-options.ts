import { readFileSync } from 'node:fs'
import type { APIServerOptions } from '../../kubernetes/api-server.js'
import { UsageError } from '../flag.js'
import type { FlagValues } from '../flag-values.js'

/** How this server shows itself to aggregated servers, by flags. Throws `UsageError` for a certificate without its key. */
export function aggregatorOptions(flags: FlagValues): Pick<APIServerOptions, 'aggregation'> {
  const [certFile, keyFile] = [flags.text('proxy-client-cert-file'), flags.text('proxy-client-key-file')]
  if (certFile === undefined && keyFile === undefined) return {}
  if (certFile === undefined || keyFile === undefined) {
    throw new UsageError('--proxy-client-cert-file and --proxy-client-key-file go together')
  }
  const certificate = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
  return { aggregation: { certificate: () => certificate } }
}
