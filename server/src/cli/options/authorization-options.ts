import { readFileSync } from 'node:fs'
import { inClusterConfig } from '@apimachinery/client'
import { systemClock } from 'apimachinery/wait'
import { abacAuthorizer } from '../../authorization/abac-authorizer.js'
import {
  type AuthorizerConfiguration,
  parseAuthorizationConfiguration,
} from '../../authorization/authorization-configuration.js'
import type { Authorizer } from '../../authorization/authorizer.js'
import { parseAbacPolicies } from '../../authorization/parse-abac-policies.js'
import { ReviewConditions } from '../../authorization/review-conditions.js'
import { type WebhookAuthorizerObserver, webhookAuthorizer } from '../../authorization/webhook-authorizer.js'
import { UsageError } from '../../flags/flag.js'
import type { FlagValues } from '../../flags/flag-values.js'
import type { Reloads } from '../../flags/reloads.js'
import { type Webhook, webhookFromConfig, webhookFromKubeConfig } from '../../internal/webhook/webhook.js'
import type { AuthorizationMode } from '../../kubernetes/server-authorization.js'

/** The authorizers, in order, by flags. Throws `UsageError`, and errors of files. */
export async function authorizationModes(
  flags: FlagValues,
  observer: WebhookAuthorizerObserver,
): Promise<(AuthorizationMode | Authorizer)[]> {
  const authorizerOf = (configuration: AuthorizerConfiguration) => configuredAuthorizer(configuration, observer)
  const file = flags.text('authorization-config')
  if (file === undefined) return Promise.all(modesOf(flags, authorizerOf))
  return modesIn(readFileSync(file, 'utf8'), observer)
}

/** The authorizer that follows a file, and the observer of its webhooks. */
export interface FollowedAuthorization {
  readonly use: (modes: readonly (AuthorizationMode | Authorizer)[]) => void
  readonly observer: WebhookAuthorizerObserver
}

/** Follows the file of `--authorization-config`; `use` throws for modes that the server cannot take any more. */
export function followAuthorizationConfiguration(
  flags: FlagValues,
  reloads: Reloads,
  { use, observer }: FollowedAuthorization,
): void {
  const file = flags.text('authorization-config')
  if (file === undefined) return
  const apply = async (text: string): Promise<void> => use(await modesIn(text, observer))
  reloads.add({ configuration: 'authorization', file, text: readFileSync(file, 'utf8'), apply })
}

function modesIn(text: string, observer: WebhookAuthorizerObserver): Promise<(AuthorizationMode | Authorizer)[]> {
  return Promise.all(parseAuthorizationConfiguration(text).map((each) => configuredAuthorizer(each, observer)))
}

function modesOf(
  flags: FlagValues,
  authorizerOf: (configuration: AuthorizerConfiguration) => Promise<AuthorizationMode | Authorizer>,
): (AuthorizationMode | Authorizer | Promise<AuthorizationMode | Authorizer>)[] {
  const modes = flags.list('authorization-mode')
  return (modes.length > 0 ? modes : ['RBAC']).map((mode) => {
    if (mode === 'AlwaysAllow' || mode === 'AlwaysDeny' || mode === 'RBAC' || mode === 'Node') return mode
    if (mode === 'ABAC') return abacOf(flags.text('authorization-policy-file'))
    if (mode === 'Webhook') return authorizerOf(webhookFlags(flags))
    throw new UsageError(`--authorization-mode: unknown mode ${JSON.stringify(mode)}`)
  })
}

function abacOf(file: string | undefined): Authorizer {
  if (file === undefined) throw new UsageError("authorization-mode ABAC's authorization policy file not passed")
  return abacAuthorizer(parseAbacPolicies(readFileSync(file, 'utf8'), file))
}

function webhookFlags(flags: FlagValues): AuthorizerConfiguration {
  const kubeConfigFile = flags.text('authorization-webhook-config-file')
  if (kubeConfigFile === undefined)
    throw new UsageError("authorization-mode Webhook's authorization config file not passed")
  const version = flags.text('authorization-webhook-version') ?? 'v1beta1'
  if (version !== 'v1' && version !== 'v1beta1')
    throw new UsageError(`--authorization-webhook-version: unsupported version ${version}`)
  return {
    type: 'Webhook',
    name: 'default',
    kubeConfigFile,
    version,
    authorizedTTL: flags.milliseconds('authorization-webhook-cache-authorized-ttl') ?? 300_000,
    unauthorizedTTL: flags.milliseconds('authorization-webhook-cache-unauthorized-ttl') ?? 30_000,
    timeout: 30_000,
    decisionOnError: 'no-opinion',
    conditions: new ReviewConditions([]),
  }
}

async function configuredAuthorizer(
  configuration: AuthorizerConfiguration,
  observer: WebhookAuthorizerObserver,
): Promise<AuthorizationMode | Authorizer> {
  if (configuration.type !== 'Webhook') return configuration.type
  const webhook = await webhookOf(configuration.kubeConfigFile, configuration.timeout)
  return webhookAuthorizer({ ...configuration, webhook, clock: systemClock, observer })
}

/** A file, or the cluster that the server runs in: there reviews have a path of their own. */
async function webhookOf(file: string | undefined, timeout: number): Promise<Webhook> {
  const options = { timeout, clock: systemClock, random: Math.random }
  if (file !== undefined) return webhookFromKubeConfig(file, options)
  const config = await inClusterConfig()
  if (config === undefined) throw new UsageError('InClusterConfig: the server does not run in a cluster')
  return webhookFromConfig(config, options, '/apis/authorization.k8s.io/v1/subjectaccessreviews')
}
