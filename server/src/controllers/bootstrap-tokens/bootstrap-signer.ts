import { createHmac } from 'node:crypto'
import { objectKey } from '@apimachinery/client/cache'
import { ConfigMap, Secret } from 'apimachinery/api/core/v1'
import { getName } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { expiresAfter, isBootstrapToken, textOf } from './bootstrap-token.js'

const name = 'bootstrap-signer-controller'
const clusterInfo = 'kube-public/cluster-info'
const prefix = 'jws-kubeconfig-'

/**
 * Signs the kubeconfig of the config map `cluster-info` with each bootstrap token, so that nodes that join can trust it.
 *
 * Source: `bootstrapsigner.go` of pkg/controller/bootstrap of Kubernetes.
 */
export function bootstrapSignerController(context: ControllerContext): Controller {
  const { client, clock, informers } = context
  const secrets = informers.informerFor(Secret)
  const maps = informers.informerFor(ConfigMap)

  async function reconcile(): Promise<undefined> {
    const map = maps.lister.getByKey(clusterInfo)
    const content = map?.data?.kubeconfig
    if (map === undefined || content === undefined || !secrets.hasSynced()) return undefined
    const others = Object.entries(map.data ?? {}).filter(([key]) => !key.startsWith(prefix))
    const signatures = tokens().map(({ id, value }) => [prefix + id, detachedSignature(content, id, value)] as const)
    const data = Object.fromEntries([...others, ...signatures])
    if (!isSame(data, map.data ?? {})) await client.update(new ConfigMap({ ...map, data }))
    return undefined
  }

  function tokens(): readonly SigningToken[] {
    const found = secrets.lister
      .namespace('kube-system')
      .list()
      .flatMap((each) => signingToken(each, clock.now()) ?? [])
    return [...new Map(found.map((token) => [token.id, token])).values()]
  }

  const loop = reconcileLoop({ name, context, reconcile })
  return {
    name,
    start() {
      const again = (): void => loop.add(clusterInfo)
      const ofMap = (map: ConfigMap): void => {
        if (objectKey(map) === clusterInfo) again()
      }
      const ofSecret = (secret: Secret): void => {
        if (isBootstrapToken(secret)) again()
      }
      maps.addEventHandler({ onAdd: ofMap, onUpdate: (_old, map) => ofMap(map) })
      const registration = secrets.addEventHandler({
        onAdd: ofSecret,
        onUpdate: (_old, secret) => ofSecret(secret),
        onDelete: ofSecret,
      })
      void registration.synced.then(again)
      loop.start()
    },
    stop: () => loop.stop(),
  }
}

interface SigningToken {
  readonly id: string
  readonly value: string
}

function signingToken(secret: Secret, now: number): SigningToken | undefined {
  if (!isBootstrapToken(secret)) return undefined
  const [, named] = /^bootstrap-token-([a-z0-9]{6})$/.exec(getName(secret)) ?? []
  const [id, value] = [textOf(secret, 'token-id'), textOf(secret, 'token-secret')]
  if (named === undefined || id !== named || value === '') return undefined
  if (expiresAfter(secret, now) === 0 || textOf(secret, 'usage-bootstrap-signing') !== 'true') return undefined
  return { id, value }
}

/** A compact JWS without its payload. Source: k8s.io/cluster-bootstrap/token/jws. */
export function detachedSignature(content: string, id: string, secret: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'HS256', kid: id })).toString('base64url')
  const payload = Buffer.from(content).toString('base64url')
  return `${header}..${createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')}`
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
