import { inClusterConfig, loadConfig, type RESTConfig } from '@apimachinery/client'
import { systemClock } from 'apimachinery/wait'
import { clientCertificates, frontProxies } from '../flags/certificate-authenticators.js'
import { type FlagGroup, parseFlags, UsageError } from '../flags/flag.js'
import { FlagValues } from '../flags/flag-values.js'
import { Reloads } from '../flags/reloads.js'
import { requestHeaderFlags } from '../flags/request-header-flags.js'
import { secureServingFlags } from '../flags/secure-serving-flags.js'
import { type DelegatedAccess, type DelegatedAccessOptions, delegatedAccess } from './delegated-access.js'

/** How a server behind an aggregator authenticates requests. */
const authentication: FlagGroup = {
  title: 'Authentication flags',
  flags: [
    {
      name: 'authentication-kubeconfig',
      kind: 'string',
      help: 'kubeconfig of the main cluster, with the right to create tokenreviews; that of the pod where absent.',
    },
    {
      name: 'authentication-skip-lookup',
      kind: 'boolean',
      help: 'Do not look up in the main cluster which authorities sign certificates.',
      fallback: 'false',
    },
    {
      name: 'authentication-tolerate-lookup-failure',
      kind: 'boolean',
      help: 'Go on where that cannot be looked up; everybody with a certificate may be anonymous then.',
      fallback: 'false',
    },
    {
      name: 'authentication-token-webhook-cache-ttl',
      kind: 'duration',
      help: 'How long the owner of a token is remembered.',
      fallback: '10s',
    },
    {
      name: 'client-ca-file',
      kind: 'string',
      help: 'PEM file with authorities of clients, in place of those of the main cluster.',
    },
    // In place of what the main cluster publishes, where a file is named.
    ...requestHeaderFlags,
  ],
}

/** How it finds out what is allowed. */
const authorization: FlagGroup = {
  title: 'Authorization flags',
  flags: [
    {
      name: 'authorization-kubeconfig',
      kind: 'string',
      help: 'kubeconfig of the main cluster, with the right to create subjectaccessreviews; that of the pod where absent.',
    },
    {
      name: 'authorization-always-allow-paths',
      kind: 'strings',
      help: 'Paths that everybody may read.',
      fallback: '/healthz,/readyz,/livez',
    },
    {
      name: 'authorization-webhook-cache-authorized-ttl',
      kind: 'duration',
      help: 'How long an allowed request is remembered.',
      fallback: '10s',
    },
    {
      name: 'authorization-webhook-cache-unauthorized-ttl',
      kind: 'duration',
      help: 'How long a refused request is remembered.',
      fallback: '10s',
    },
  ],
}

/** The flags of a server behind an aggregator, by upstream's names. */
export const extensionServerFlags: readonly FlagGroup[] = [secureServingFlags, authentication, authorization]

/** Reads a command line with these flags and those of the server itself. Throws `UsageError`. */
export function parseExtensionServerFlags(args: readonly string[], own: readonly FlagGroup[] = []): FlagValues {
  const groups = [...own, ...extensionServerFlags]
  return new FlagValues(groups, parseFlags(groups, args))
}

/**
 * Access by {@link extensionServerFlags}. Throws `UsageError` if no cluster is given and the process is not in one, and
 * errors of files and of the main cluster.
 *
 * Source: `AddFlags` and `ApplyTo` of the delegating options in k8s.io/apiserver/pkg/server/options.
 */
export async function delegatedAccessByFlags(
  flags: FlagValues,
  onError: (error: unknown) => void,
): Promise<DelegatedAccess> {
  const reloads = new Reloads(systemClock, onError)
  try {
    const access = await delegatedAccess({ ...(await readDelegatedAccessOptions(flags, reloads)), onError })
    const close = (): Promise<void> => {
      reloads.stop()
      return access.close()
    }
    return { ...access, close }
  } catch (error) {
    reloads.stop()
    throw error
  }
}

async function readDelegatedAccessOptions(flags: FlagValues, reloads: Reloads): Promise<DelegatedAccessOptions> {
  const tokenTTL = flags.milliseconds('authentication-token-webhook-cache-ttl')
  const authorizedTTL = flags.milliseconds('authorization-webhook-cache-authorized-ttl')
  const unauthorizedTTL = flags.milliseconds('authorization-webhook-cache-unauthorized-ttl')
  return {
    config: await configOf(flags, 'authentication'),
    authorizationConfig: await configOf(flags, 'authorization'),
    authenticators: [...frontProxies(flags, reloads), ...clientCertificates(flags, reloads)],
    notLookedUp: lookups.filter((name) => flags.has(name)),
    skipLookup: flags.boolean('authentication-skip-lookup') ?? false,
    tolerateLookupFailure: flags.boolean('authentication-tolerate-lookup-failure') ?? false,
    ...(flags.has('authorization-always-allow-paths') && {
      alwaysAllowPaths: flags.list('authorization-always-allow-paths'),
    }),
    tokenTTL,
    authorizedTTL,
    unauthorizedTTL,
  }
}

const lookups = ['client-ca-file', 'requestheader-client-ca-file'] as const

/** Reports whether the flags or the surroundings of the process name a main cluster. */
export function hasMainCluster(flags: FlagValues): boolean {
  return flags.has('authentication-kubeconfig') || isInCluster()
}

async function configOf(flags: FlagValues, purpose: 'authentication' | 'authorization'): Promise<RESTConfig> {
  const file = flags.text(`${purpose}-kubeconfig`)
  if (file !== undefined) return loadConfig({ file })
  if (isInCluster()) return inClusterConfig()
  throw new UsageError(`failed to get delegated ${purpose} kubeconfig: the server does not run in a cluster`)
}

function isInCluster(): boolean {
  return (process.env.KUBERNETES_SERVICE_HOST ?? '') !== ''
}
