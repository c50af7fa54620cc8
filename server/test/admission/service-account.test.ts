import { Pod, ServiceAccount } from 'apimachinery/api/core/v1'
import { systemClock } from 'apimachinery/wait'
import { describe, expect, it } from 'vitest'
import { serviceAccount } from '../../src/admission/plugins/service-account.js'
import { answerOf, attributesOf } from './attributes-of.js'

const namespace = 'myns'
const path = '/var/run/secrets/kubernetes.io/serviceaccount'
const mirror = { annotations: { 'kubernetes.io/config.mirror': 'true' } }
const strict = { annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } }
const prefix = 'pods "p" is forbidden: '

const pod = (spec: object = {}, metadata: object = {}): Pod =>
  new Pod({ metadata: { name: 'p', namespace, ...metadata }, spec: { containers: [{ name: 'c' }], ...spec } as never })
const account = (more: object = {}, metadata: object = {}): ServiceAccount =>
  new ServiceAccount({ metadata: { name: 'default', namespace, ...metadata }, ...more })

/** The plugin where these accounts are remembered, and others are only in the store. */
function pluginOf(remembered: readonly ServiceAccount[], stored: readonly ServiceAccount[] = []) {
  const find = (accounts: readonly ServiceAccount[], name: string) =>
    accounts.find(({ metadata }) => metadata?.name === name)
  return serviceAccount(
    {
      serviceAccounts: { get: (_namespace, name) => find(remembered, name), list: () => remembered },
      liveServiceAccount: async (_namespace, name) => find(stored, name),
    },
    { clock: systemClock, generateName: (base) => `${base}abc` },
  )
}

const asked = (object: Pod, resource = 'pods', operation: 'CREATE' | 'UPDATE' = 'CREATE') =>
  attributesOf({ operation, resource, object, old: operation === 'UPDATE' ? pod() : undefined })

describe('ServiceAccount', () => {
  it('gives the default account and its token', async () => {
    const object = pod({ initContainers: [{ name: 'i' }] })
    expect(await answerOf(pluginOf([account()]), asked(object))).toBe('')
    expect(object.spec).toMatchObject({ serviceAccountName: 'default', serviceAccount: 'default' })
    const mount = { name: 'kube-api-access-abc', readOnly: true, mountPath: path }
    expect(object.spec?.containers?.[0]?.volumeMounts).toEqual([mount])
    expect(object.spec?.initContainers?.[0]?.volumeMounts).toEqual([mount])
    const [volume] = object.spec?.volumes ?? []
    expect(volume).toMatchObject({ name: mount.name, projected: { defaultMode: 420 } })
    expect(volume?.projected?.sources?.[0]?.serviceAccountToken).toEqual({ path: 'token', expirationSeconds: 3607 })
  })

  it('finds an account that is not cached yet', async () => {
    expect(await answerOf(pluginOf([], [account()]), asked(pod()))).toBe('')
  })

  it('leaves a mount of its own at that place, and adds no volume for it', async () => {
    const mounted = { name: 'c', volumeMounts: [{ name: 'mine', mountPath: path }] }
    const object = pod({ containers: [mounted] })
    await answerOf(pluginOf([account()]), asked(object))
    expect(object.spec?.containers).toEqual([mounted])
    expect(object.spec?.volumes).toBeUndefined()
  })

  it('uses a volume of that name that is there', async () => {
    const volumes = [{ name: 'kube-api-access-mine', emptyDir: {} }]
    const object = pod({ volumes })
    await answerOf(pluginOf([account()]), asked(object))
    expect(object.spec?.volumes).toEqual(volumes)
    expect(object.spec?.containers?.[0]?.volumeMounts?.[0]?.name).toBe('kube-api-access-mine')
  })

  it.each([
    [undefined, undefined, true],
    [undefined, true, true],
    [undefined, false, false],
    [true, false, true],
    [false, true, false],
    [false, undefined, false],
  ])('mounts the token where the pod says %s and the account %s: %s', async (ofPod, ofAccount, mounts) => {
    const object = pod(ofPod === undefined ? {} : { automountServiceAccountToken: ofPod })
    const own = account(ofAccount === undefined ? {} : { automountServiceAccountToken: ofAccount })
    await answerOf(pluginOf([own]), asked(object))
    expect((object.spec?.volumes ?? []).length > 0).toBe(mounts)
  })

  it.each([
    [{}, [{ name: 'foo' }, { name: 'bar' }], [{ name: 'foo' }, { name: 'bar' }]],
    [{ imagePullSecrets: [{ name: 'own' }] }, [{ name: 'foo' }], [{ name: 'own' }]],
    [{}, undefined, undefined],
  ])('gives %j of what the account has for pulling images', async (spec, imagePullSecrets, wanted) => {
    const object = pod(spec)
    await answerOf(pluginOf([account(imagePullSecrets && { imagePullSecrets })]), asked(object))
    expect(object.spec?.imagePullSecrets).toEqual(wanted)
  })

  const secretVolume = { volumes: [{ name: 'v', secret: { secretName: 'foo' } }] }
  const secretEnv = { env: [{ name: 'e', valueFrom: { secretKeyRef: { name: 'foo', key: 'k' } } }] }
  const secretEnvFrom = { envFrom: [{ secretRef: { name: 'foo' } }] }
  const unlisted = 'is not allowed because service account default does not reference that secret'

  it.each([
    ['a volume', secretVolume, `volume with secret.secretName="foo" ${unlisted}`],
    [
      'a variable',
      { containers: [{ name: 'c', ...secretEnv }] },
      `container c with envVar e referencing secret.secretName="foo" ${unlisted}`,
    ],
    [
      'a variable at the start',
      { initContainers: [{ name: 'i', ...secretEnv }] },
      `init container i with envVar e referencing secret.secretName="foo" ${unlisted}`,
    ],
    [
      'variables',
      { containers: [{ name: 'c', ...secretEnvFrom }] },
      `container c with envFrom referencing secret.secretName="foo" ${unlisted}`,
    ],
    [
      'images',
      { imagePullSecrets: [{ name: 'foo' }] },
      'imagePullSecrets[0].name="foo" is not allowed because service account default does not reference that imagePullSecret',
    ],
  ])('lets an account keep pods from secrets for %s', async (_, spec, answer) => {
    expect(await answerOf(pluginOf([account({}, strict)]), asked(pod(spec)))).toBe(prefix + answer)
    expect(await answerOf(pluginOf([account()]), asked(pod(spec)))).toBe('')
    const listed = account({ secrets: [{ name: 'foo' }], imagePullSecrets: [{ name: 'foo' }] }, strict)
    expect(await answerOf(pluginOf([listed]), asked(pod(spec)))).toBe('')
  })

  it('looks at secrets of containers for debugging when they are added', async () => {
    const object = pod({ serviceAccountName: 'default', ephemeralContainers: [{ name: 'd', ...secretEnv }] })
    const plugin = pluginOf([account({}, strict)])
    expect(await answerOf(plugin, asked(object, 'pods/ephemeralcontainers', 'UPDATE'))).toBe(
      `${prefix}ephemeral container d with envVar e referencing secret.secretName="foo" ${unlisted}`,
    )
    expect(await answerOf(plugin, asked(object, 'pods', 'UPDATE'))).toBe('')
    expect(await answerOf(plugin, asked(object, 'pods/status', 'UPDATE'))).toBe('')
  })

  const token = { volumes: [{ name: 'v', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } }] }
  it.each([
    ['nothing', {}, ''],
    ['an account', { serviceAccountName: 'default' }, `${prefix}a mirror pod may not reference service accounts`],
    ['a secret', secretVolume, `${prefix}a mirror pod may not reference secrets`],
    ['a token', token, `${prefix}a mirror pod may not use ServiceAccountToken volume projections`],
  ])('leaves mirror pods as they are, which may have %s or not', async (_, spec, answer) => {
    const object = pod(spec, mirror)
    expect(await answerOf(pluginOf([account()]), asked(object))).toBe(answer)
    expect(object.spec).toEqual(pod(spec).spec)
  })

  it('refuses an account that there is not', async () => {
    const answer = await answerOf(pluginOf([account()]), asked(pod({ serviceAccountName: 'other' })))
    expect(answer).toBe(`${prefix}error looking up service account myns/other: serviceaccount "other" not found`)
  })
})
