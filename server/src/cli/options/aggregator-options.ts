import { readFileSync } from 'node:fs'
import type { ProxyClientCertificate } from '../../aggregator/remote-server.js'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { APIServerOptions } from '../../kubernetes/api-server.js'

/** How aggregated servers are reached, by flags. Throws `UsageError` for a certificate without its key. */
export function aggregatorOptions(flags: FlagValues): Pick<APIServerOptions, 'aggregation' | 'aggregatorRouting'> {
  const certificate = certificateOf(flags)
  return {
    aggregatorRouting: flags.boolean('enable-aggregator-routing') === true,
    aggregation: {
      rejectsRedirects: flags.boolean('aggregator-reject-forwarding-redirect') !== false,
      certificate: certificate !== undefined ? () => certificate : undefined,
    },
  }
}

function certificateOf(flags: FlagValues): ProxyClientCertificate | undefined {
  const [certFile, keyFile] = [flags.text('proxy-client-cert-file'), flags.text('proxy-client-key-file')]
  if (certFile === undefined && keyFile === undefined) return undefined
  if (certFile === undefined || keyFile === undefined) {
    throw new UsageError('--proxy-client-cert-file and --proxy-client-key-file go together')
  }
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
}
