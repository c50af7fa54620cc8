import { readFile } from 'node:fs/promises'
import { ConfigError } from './config-error.js'
import type { RESTConfig, TLSConfig } from './rest-config.js'
import type { ClientCertificate } from './tls-material.js'

/** The result of an exec plugin. */
export interface ExecStatus {
  readonly token: string | undefined
  readonly certificate: ClientCertificate | undefined
  /** Milliseconds since 1970. */
  readonly expires: number | undefined
}

/** The input of an exec plugin, in the variable `KUBERNETES_EXEC_INFO`. @throws ConfigError for a CA that cannot be read */
export async function execRequest(config: RESTConfig, interactive: boolean): Promise<object> {
  const { exec, tls, host, proxyURL, disableCompression } = config
  const ca = exec?.provideClusterInfo === true ? await caOf(tls) : undefined
  const cluster = {
    server: host,
    ...(tls?.serverName !== undefined && { 'tls-server-name': tls.serverName }),
    ...(tls?.insecure === true && { 'insecure-skip-tls-verify': true }),
    ...(ca !== undefined && { 'certificate-authority-data': Buffer.from(ca).toString('base64') }),
    ...(proxyURL !== undefined && { 'proxy-url': proxyURL }),
    ...(disableCompression === true && { 'disable-compression': true }),
    config: exec?.clusterConfig ?? null,
  }
  return {
    kind: 'ExecCredential',
    apiVersion: exec?.apiVersion,
    spec: { ...(exec?.provideClusterInfo === true && { cluster }), interactive },
  }
}

async function caOf({ caData, caFile }: TLSConfig = {}): Promise<Uint8Array | undefined> {
  if (caData !== undefined || !caFile) return caData
  try {
    return await readFile(caFile)
  } catch (cause) {
    throw new ConfigError('failed to load CA bundle for execProvider', { file: caFile, cause })
  }
}

/** Reads what an exec plugin wrote; messages are client-go's. @throws ConfigError */
export function parseExecCredential(output: string, wanted: string): ExecStatus {
  const credential = parse(output)
  const { apiVersion, kind, status } = credential
  if (kind !== 'ExecCredential')
    throw new ConfigError(`decoding stdout: no ExecCredential, but ${JSON.stringify(kind)}`)
  if (apiVersion !== wanted) {
    const message = `exec plugin is configured to use API version ${wanted}, plugin returned version ${String(apiVersion)}`
    throw new ConfigError(message, { field: 'exec.apiVersion' })
  }
  if (typeof status !== 'object' || status === null) throw new ConfigError(`exec plugin didn't return a status field`)
  const fields = status as Record<string, unknown>
  const token = textField(fields, 'token')
  const cert = textField(fields, 'clientCertificateData')
  const key = textField(fields, 'clientKeyData')
  if (token === undefined && cert === undefined && key === undefined) {
    throw new ConfigError(`exec plugin didn't return a token or cert/key pair`)
  }
  if ((cert === undefined) !== (key === undefined)) {
    throw new ConfigError('exec plugin returned only certificate or key, not both')
  }
  const expires = textField(fields, 'expirationTimestamp')
  const certificate = cert !== undefined && key !== undefined ? { cert, key } : undefined
  return { token, certificate, expires: expires === undefined ? undefined : time(expires) }
}

function parse(output: string): { apiVersion?: unknown; kind?: unknown; status?: unknown } {
  try {
    const value: unknown = JSON.parse(output)
    if (typeof value === 'object' && value !== null) return value
  } catch (cause) {
    throw new ConfigError('decoding stdout', { cause })
  }
  throw new ConfigError('decoding stdout: no object')
}

function textField(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name] ?? ''
  if (typeof value !== 'string') throw new ConfigError('decoding stdout: must be a string', { field: `status.${name}` })
  return value === '' ? undefined : value
}

function time(text: string): number {
  const milliseconds = Date.parse(text)
  if (Number.isNaN(milliseconds)) {
    throw new ConfigError(`decoding stdout: ${JSON.stringify(text)} is no time`, {
      field: 'status.expirationTimestamp',
    })
  }
  return milliseconds
}
