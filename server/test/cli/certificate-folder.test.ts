import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { Client, KubeConfig } from '@apimachinery/client'
import { Namespace } from 'apimachinery/api/core/v1'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newCertificate, newCertificateAuthority } from '../../src/certificates/new-certificate.js'
import { type RunningCommand, runCommand } from '../../src/cli/run.js'

let folder: string
let data: string
let running: RunningCommand | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cert-dir-'))
  data = await mkdtemp(join(tmpdir(), 'data-dir-'))
})
afterEach(async () => {
  await running?.server.stop()
  running = undefined
  await Promise.all([folder, data].map((each) => rm(each, { recursive: true })))
})

async function start(...flags: string[]): Promise<RunningCommand> {
  const quiet = { out: () => undefined, error: () => undefined }
  const own = ['--memory', '--secure-port=0', '--authorization-mode=RBAC', `--data-dir=${data}`]
  running = (await runCommand([...own, ...flags], quiet as never)) as RunningCommand
  await running.server.ready()
  return running
}

/** A pair for the loopback address that nobody here signed, as Go's envtest writes it. */
async function pair(name: string): Promise<{ readonly certificate: string; readonly key: string }> {
  const notBefore = new Date(Date.now() - 60_000)
  const authority = await newCertificateAuthority('somebody else', notBefore)
  return newCertificate(authority, { commonName: name, hosts: ['127.0.0.1'], usage: 'server', notBefore })
}

const servedName = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', reject)
  })

describe('the folder of certificates', () => {
  it('keeps a pair that is in it, which is served, and trusted by the kubeconfig', async () => {
    const given = await pair('given')
    await writeFile(join(folder, 'apiserver.crt'), given.certificate)
    await writeFile(join(folder, 'apiserver.key'), given.key)
    const { url, kubeconfig } = await start(`--cert-dir=${folder}`)
    expect(await servedName(url)).toBe('given')
    expect(await readFile(join(folder, 'apiserver.crt'), 'utf8')).toBe(given.certificate)
    expect(await readFile(join(folder, 'apiserver.key'), 'utf8')).toBe(given.key)
    const client = await Client.connect({ config: (await KubeConfig.load({ file: kubeconfig })).restConfig() })
    try {
      expect((await client.get(Namespace, { name: 'default' })).metadata?.name).toBe('default')
    } finally {
      await client.close()
    }
  })

  it('is not written where another pair is named', async () => {
    const [given, other] = [await pair('named'), await pair('other')]
    const [cert, key] = [join(data, 'tls.crt'), join(data, 'tls.key')]
    await writeFile(cert, given.certificate)
    await writeFile(key, given.key)
    await writeFile(join(folder, 'apiserver.crt'), other.certificate)
    const { url } = await start(`--cert-dir=${folder}`, `--tls-cert-file=${cert}`, `--tls-private-key-file=${key}`)
    expect(await servedName(url)).toBe('named')
    expect(await readdir(folder)).toEqual(['apiserver.crt'])
    expect(await readFile(join(folder, 'apiserver.crt'), 'utf8')).toBe(other.certificate)
  })

  it('must not have half a pair, and keeps the pair that the server made', async () => {
    await writeFile(join(folder, 'apiserver.key'), (await pair('half')).key)
    await expect(start(`--cert-dir=${folder}`)).rejects.toThrow(
      `error reading ${join(folder, 'apiserver.crt')}, certificate and key must be supplied as a pair`,
    )
    await rm(join(folder, 'apiserver.key'))
    await start(`--cert-dir=${folder}`)
    const made = await readFile(join(folder, 'apiserver.crt'), 'utf8')
    await running?.server.stop()
    expect(await servedName((await start(`--cert-dir=${folder}`)).url)).toBe('kube-apiserver')
    expect(await readFile(join(folder, 'apiserver.crt'), 'utf8')).toBe(made)
  })
})
