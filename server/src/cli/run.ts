import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { FeatureGates, newestRelease } from 'apimachinery/api/releases'
import { messageOf } from 'apimachinery/errors'
import { systemClock } from 'apimachinery/wait'
import { ensureCertificates } from '../certificates/certificate-files.js'
import type { FlagValue } from '../flags/flag.js'
import { FlagValues } from '../flags/flag-values.js'
import { Reloads } from '../flags/reloads.js'
import { servingTLS } from '../flags/serving-tls.js'
import { OpenResources } from '../internal/open-resources.js'
import { APIServer } from '../kubernetes/api-server.js'
import { identityOf } from '../kubernetes/bootstrap/identity-lease.js'
import { versionInfo } from '../request/version-info.js'
import type { Logger } from '../server/logger.js'
import { ServerMetrics } from '../server/server-metrics.js'
import { clusterOptions, servingHosts } from './cluster-options.js'
import { defaultDataFolder } from './data-folder.js'
import { earlyAnswer } from './early-answer.js'
import { flagGroups } from './flags.js'
import { followControllers } from './follow-controllers.js'
import { adminKubeconfig, writeKubeconfig } from './kubeconfig.js'
import { notifySystemd } from './notify-systemd.js'
import { admissionOptions } from './options/admission-options.js'
import { aggregatorOptions } from './options/aggregator-options.js'
import { auditOptions } from './options/audit-options.js'
import { authenticationOptions } from './options/authentication-options.js'
import { authorizationModes, followAuthorizationConfiguration } from './options/authorization-options.js'
import { clusterAuthenticationInfo } from './options/cluster-authentication-info.js'
import { controllerOptions } from './options/controller-options.js'
import { controllerTuning } from './options/controller-tuning.js'
import { alphaGatesOn, featureGatesOf } from './options/feature-gates.js'
import { genericServerOptions } from './options/generic-server-options.js'
import { kubeletOptions } from './options/kubelet-options.js'
import { metricsOptions } from './options/metrics-options.js'
import { releaseOptions } from './options/release-options.js'
import { runtimeConfigOf } from './options/runtime-config.js'
import { storageOptions } from './options/storage-options.js'
import { storageSettings } from './options/storage-settings.js'
import { readFlags } from './read-flags.js'
import { repairStoreOf } from './repair-store.js'
import { checkControlFlags, startControl } from './start-control.js'
import { loggerOf } from './text-logger.js'
import { checkOpenAccess } from './validation/open-access.js'
import { validateFlags } from './validation/validate-flags.js'

/** Where the command writes to. */
export interface CommandOutput {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
}

/** A server that the command started. */
export interface RunningCommand {
  readonly server: APIServer
  readonly url: string
  readonly kubeconfig: string
  /** Whether the server is to stop when standard input ends. */
  readonly exitWithStdin: boolean
}

/** Starts the server of a command line; `undefined` for `--help`. Throws `UsageError`. */
export async function runCommand(args: readonly string[], output: CommandOutput): Promise<RunningCommand | undefined> {
  const early = earlyAnswer(args)
  if (early !== undefined) {
    output.out(early)
    return undefined
  }
  const flags = readFlags(flagGroups, args)
  const values = new FlagValues(flagGroups, flags)
  if (values.boolean('repair') === true) {
    await repairStoreOf(values, output.out)
    return undefined
  }
  const opened = new OpenResources()
  try {
    return await startServer({ flags, values, output, opened })
  } catch (error) {
    // What stays open would keep the process, or the program that called.
    await opened.close().catch(() => undefined)
    throw error
  }
}

/** The last line of a command that failed, in the format of the others. */
export function failureLine(args: readonly string[], error: unknown): string {
  let line = `Error: ${messageOf(error)}\n`
  try {
    const values = new FlagValues(flagGroups, readFlags(flagGroups, args))
    const write = (text: string): void => {
      line = text
    }
    if (values.text('logging-format') === 'json')
      loggerOf(values, { out: write, error: write }).error({ error }, 'command failed')
  } catch {
    // The flags are what is wrong.
  }
  return line
}

interface Start {
  readonly flags: ReadonlyMap<string, FlagValue>
  readonly values: FlagValues
  readonly output: CommandOutput
  /** Receives what is open when the start fails. */
  readonly opened: OpenResources
}

async function startServer({ flags, values, output, opened }: Start): Promise<RunningCommand> {
  const logger = loggerOf(values, output)
  for (const name of ignoredFlags(flags)) logger.warn({}, `--${name} is accepted and has no effect`)
  validateFlags(values)
  checkControlFlags(flags)
  const { controllers, withKubelets } = await controllerOptions(values)
  const tuning = controllerTuning(values)
  const effective = releaseOptions(values)
  const featureGates = featureGatesOf(values, effective)
  const text = (name: string, fallback: string): string => String(flags.get(name) ?? fallback)
  const alpha =
    effective.release === newestRelease ? [] : alphaGatesOn(new FeatureGates({ ...effective, set: featureGates }))
  if (alpha.length > 0) {
    logger.warn({ features: alpha }, 'component has alpha features enabled in emulated version, this is unsupported')
  }
  const host = text('bind-address', '127.0.0.1')
  // A user without a home, as in an image, has no default.
  const dataDir = values.text('data-dir') ?? defaultDataFolder(text('secure-port', '6443'))
  const ownFolder = join(dataDir, 'certificates')
  // With a pair of its own the folder of certificates is none of the server's business, as in kube-apiserver.
  const givenPair = [values.text('tls-cert-file'), values.text('tls-private-key-file')].some(
    (file) => file !== undefined,
  )
  const folder = givenPair ? ownFolder : text('cert-dir', ownFolder)
  const certificates = await ensureCertificates(folder, servingHosts(flags, host), new Date())
  let listening: (port: number) => void = () => undefined
  const listeningPort = new Promise<number>((resolve) => {
    listening = resolve
  })
  const reloads = new Reloads(systemClock, (error) => logger.warn({ error }, 'a file could not be read again'))
  opened.add(() => reloads.stop())
  const own = certificates.authority.certificate
  const authenticationInfo = clusterAuthenticationInfo(values, own, reloads)
  const audit = await auditOptions(values, output.out)
  const { serviceAccountKey } = certificates
  const serverID = identityOf(hostname())
  const metrics = new ServerMetrics({
    version: versionInfo(effective),
    serverID,
    registry: metricsOptions(values, effective.release),
  })
  const authentication = await authenticationOptions(
    values,
    { authority: own, serviceAccountKey },
    { reloads, metrics: metrics.authentication },
  )
  opened.add(() => authentication.serviceAccounts?.externalSigner?.close())
  const modes = await authorizationModes(values, metrics.authorization)
  const access = { host, authorizationModes: modes, anonymousAuth: authentication.anonymousAuth }
  checkOpenAccess(access, (warning) => logger.warn({}, warning))
  const tls = servingTLS(values, certificates.serving, (error) =>
    logger.warn({ error }, 'a certificate could not be read again'),
  )
  opened.add(() => tls.stop())
  const admission = await admissionOptions(flags, effective.release)
  const storage = storageSettings(values)
  const context = { dataDir, reloads, observer: metrics.encryption, opened, logger }
  const kubelets = kubeletOptions(values)
  const server = await APIServer.start({
    ...clusterOptions(flags, { host, port: listeningPort, authenticationInfo }),
    storage,
    ...(await storageOptions(flags, values, context)),
    ...authentication,
    authorizationModes: modes,
    metrics,
    release: effective.release.name,
    minCompatibilityVersion: `1.${effective.minCompatibility}`,
    featureGates,
    allowPrivileged: values.boolean('allow-privileged') ?? false,
    ...genericServerOptions(values),
    audit,
    logger,
    ...kubelets,
    connector: withKubelets(kubelets.connector),
    ...aggregatorOptions(values),
    runtimeConfig: runtimeConfigOf(values),
    externalAddress: `${values.text('external-hostname') ?? values.text('advertise-address') ?? host}:${text('secure-port', '6443')}`,
    debug: {
      profiling: values.boolean('profiling') ?? true,
      flags: () => values.all(),
      ...(values.boolean('enable-logs-handler') === true && { logsFolder: '/var/log' }),
    },
    ...admission,
  })
  opened.add(() => server.stop({ delay: false }))
  const { port, listener } = await server.generic.listen({
    host,
    port: Number(flags.get('secure-port') ?? 6443),
    tls: tls.options,
    reusePort: values.boolean('permit-port-sharing') ?? false,
    disableHttp2: values.boolean('disable-http2-serving') ?? false,
    limits: { maxConcurrentStreams: values.number('http2-max-streams-per-connection') ?? 250 },
  })
  tls.follow(listener)
  const plainPort = values.number('insecure-port') ?? 0
  if (plainPort > 0) await server.generic.listen({ host: '127.0.0.1', port: plainPort })
  const use = server.useAuthorization.bind(server)
  followAuthorizationConfiguration(values, reloads, { use, observer: metrics.authorization })
  reloads.start({ registry: metrics.registry, serverID })
  server.generic.stopping.addEventListener('abort', () => stopFollowing(tls, reloads), { once: true })
  listening(port)
  const url = `https://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const kubeconfig = join(folder, 'admin.kubeconfig')
  const authority = givenPair ? String(tls.options.cert) : certificates.servingAnchor
  writeKubeconfig(kubeconfig, adminKubeconfig({ server: url, authority, client: certificates.admin }))
  const signingAuthority = async () => certificates.authority
  followControllers(server, controllers, {
    certificateAuthority: async () => authority,
    signingAuthority,
    tuning,
  })
  const control = await startControl({ values, server, dataDir, logger })
  output.out(greeting({ url, store: storeName(values, dataDir), kubeconfig }) + control)
  notifySystemd(process.env)
  const signers = ['service-account-signing-key-file', 'service-account-signing-endpoint']
  const signsItself = signers.every((name) => values.text(name) === undefined)
  if (signsItself && typeof serviceAccountKey === 'function') makeKey(server, serviceAccountKey, logger)
  return { server, url, kubeconfig, exitWithStdin: values.boolean('exit-with-stdin') ?? false }
}

/** Where objects are stored, for the user. */
function storeName(values: FlagValues, dataDir: string): string {
  const endpoints = values.boolean('memory') === true ? [] : values.list('etcd-servers')
  return endpoints.length > 0 ? endpoints.join(', ') : resolve(dataDir)
}

/** The first lines for the user; the shell takes the command as it is. */
function greeting(place: { readonly url: string; readonly store: string; readonly kubeconfig: string }): string {
  const file = resolve(place.kubeconfig)
  const word = /^[\w./:@%+-]+$/.test(file) ? file : `'${file.replaceAll("'", `'\\''`)}'`
  return `serving on ${place.url}, data in ${place.store}\n\n  export KUBECONFIG=${word}\n  kubectl get namespaces\n`
}

/** The key is made when the server is ready; an earlier token request waits. */
function makeKey(server: APIServer, make: () => Promise<string>, logger: Logger): void {
  const failed = (error: unknown): void => logger.error({ error }, 'no key for service accounts')
  server.ready().then(make).catch(failed)
}

function ignoredFlags(flags: ReadonlyMap<string, FlagValue>): string[] {
  const ignored = new Set(
    flagGroups.flatMap((group) => group.flags.filter((flag) => flag.ignored).map(({ name }) => name)),
  )
  return [...flags.keys()].filter((name) => ignored.has(name))
}

function stopFollowing(...files: readonly { stop(): void }[]): void {
  for (const each of files) each.stop()
}
