import {
  type MutatingWebhook,
  MutatingWebhookConfiguration,
  type ValidatingWebhook,
  ValidatingWebhookConfiguration,
} from 'apimachinery/api/admissionregistration/v1'
import { HorizontalPodAutoscaler as HorizontalPodAutoscalerV1 } from 'apimachinery/api/autoscaling/v1'
import { ConfigMap, Namespace } from 'apimachinery/api/core/v1'
import { getLabels, type KubernetesObject, Scheme, setLabels } from 'apimachinery/runtime'
import { type AdmissionRequest, mutatingHandler, validatingHandler } from 'apimachinery/webhook'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { TestServer } from '../../src/testing/index.js'
import { WebhookServer } from './webhook-server.js'

let hooks: WebhookServer
let server: TestServer
const scheme = new Scheme()

beforeAll(async () => {
  hooks = await WebhookServer.start()
  server = await TestServer.start({ resolveService: async () => ({ host: '127.0.0.1', port: hooks.port }) })
})
afterAll(async () => {
  await server.stop()
  await hooks.stop()
})
afterEach(async () => {
  await server.client.resource(ValidatingWebhookConfiguration).deleteCollection()
  await server.client.resource(MutatingWebhookConfiguration).deleteCollection()
  await settled()
  hooks.calls.length = 0
})

/** Until the server has seen what was written: it follows the store. */
async function settled(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve))
}

const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] }]

async function validating(path: string, extra: Partial<ValidatingWebhook> = {}): Promise<void> {
  const webhook: ValidatingWebhook = {
    name: 'check.hooks.example',
    clientConfig: { url: hooks.url(path), caBundle: hooks.caBundle },
    rules,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    timeoutSeconds: 5,
    ...extra,
  }
  const metadata = { name: 'check' }
  await server.client.create(new ValidatingWebhookConfiguration({ metadata, webhooks: [webhook] }))
  await settled()
}

async function mutating(...webhooks: (Partial<MutatingWebhook> & { readonly path: string })[]): Promise<void> {
  const made = webhooks.map(({ path, ...extra }, index) => ({
    name: `h${index}.hooks.example`,
    clientConfig: { url: hooks.url(path), caBundle: hooks.caBundle },
    rules,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...extra,
  }))
  await server.client.create(new MutatingWebhookConfiguration({ metadata: { name: 'change' }, webhooks: made }))
  await settled()
}

const map = (name: string, labels: Record<string, string> = {}, data: Record<string, string> = {}): ConfigMap =>
  new ConfigMap({ metadata: { name, namespace: 'default', labels }, data })

function create<T extends KubernetesObject>(object: T, dryRun = true): Promise<T> {
  return server.client.create(object, dryRun ? { dryRun: ['All'] } : {})
}

describe('validating webhooks', () => {
  it('refuse in their own words', async () => {
    hooks.handlers.set(
      '/refuse',
      validatingHandler(scheme, () => {
        throw new Error('not on Sundays')
      }),
    )
    await validating('/refuse')
    await expect(create(map('a'))).rejects.toThrow(
      'admission webhook "check.hooks.example" denied the request: configmaps "a" is forbidden: not on Sundays',
    )
    expect(hooks.calls).toEqual(['/refuse?timeout=5s'])
  })

  it('see user and request, and add warnings', async () => {
    let seen: AdmissionRequest | undefined
    hooks.handlers.set(
      '/look',
      validatingHandler(scheme, (request, notes) => {
        seen = request
        notes.warn('mind the gap')
      }),
    )
    await validating('/look')
    const answer = await server.fetch(
      new Request('https://localhost/api/v1/namespaces/default/configmaps?dryRun=All&fieldManager=me', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...map('a', {}, { k: 'v' }), apiVersion: 'v1', kind: 'ConfigMap' }),
      }),
    )
    expect(answer.headers.get('warning')).toBe('299 - "mind the gap"')
    expect(seen).toMatchObject({ operation: 'CREATE', name: 'a', namespace: 'default', dryRun: true })
    expect(seen?.user).toMatchObject({ username: 'admin' })
    expect(seen?.object).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1', data: { k: 'v' } })
  })

  it('are asked only about what they select', async () => {
    hooks.handlers.set(
      '/look',
      validatingHandler(scheme, () => undefined),
    )
    await validating('/look', {
      objectSelector: { matchLabels: { look: 'here' } },
      matchConditions: [
        { name: 'small', expression: "!('big' in object.data) && request.userInfo.username == 'admin'" },
      ],
    })
    await create(map('a'))
    await create(map('b', { look: 'here' }, { big: '1' }))
    expect(hooks.calls).toEqual([])
    await create(map('c', { look: 'here' }, { little: '1' }))
    expect(hooks.calls).toHaveLength(1)
  })

  it('select namespaces by their labels', async () => {
    hooks.handlers.set(
      '/look',
      validatingHandler(scheme, () => undefined),
    )
    await validating('/look', { namespaceSelector: { matchLabels: { watched: 'yes' } } })
    await create(map('a'))
    expect(hooks.calls).toHaveLength(0)
    await create(new Namespace({ metadata: { name: 'watched', labels: { watched: 'yes' } } }), false)
    await create(new ConfigMap({ metadata: { name: 'a', namespace: 'watched' } }))
    expect(hooks.calls).toHaveLength(1)
  })

  it('that fail stop requests, or let them pass', async () => {
    await validating('/missing', { clientConfig: { url: 'https://127.0.0.1:1/x', caBundle: hooks.caBundle } })
    await expect(create(map('a'))).rejects.toThrow(
      'Internal error occurred: failed calling webhook "check.hooks.example": failed to call webhook: Post "https://127.0.0.1:1/x?timeout=5s": dial tcp 127.0.0.1:1: connect: connection refused',
    )
    await server.client.resource(ValidatingWebhookConfiguration).delete('check')
    await validating('/missing', { failurePolicy: 'Ignore' })
    await expect(create(map('a'))).resolves.toBeInstanceOf(ConfigMap)
    expect(hooks.calls).toHaveLength(1)
    const metrics = await (await server.fetch('/metrics')).text()
    expect(metrics).toContain(
      'apiserver_admission_webhook_fail_open_count{name="check.hooks.example",type="validating"} 1',
    )
    expect(metrics).toMatch(
      /apiserver_admission_webhook_rejection_count\{error_type="calling_webhook_error",name="check.hooks.example"/,
    )
  })

  it('must be signed by the authority of their configuration', async () => {
    await validating('/look', { clientConfig: { url: hooks.url('/look') } })
    await expect(create(map('a'))).rejects.toThrow(
      'tls: failed to verify certificate: x509: certificate signed by unknown authority',
    )
  })

  it('that take too long have failed', async () => {
    let answer = (_: Response): void => undefined
    const late = new Promise<Response>((resolve) => {
      answer = resolve
    })
    hooks.handlers.set('/slow', () => late)
    await validating('/slow', { timeoutSeconds: 1 })
    await expect(create(map('a'))).rejects.toThrow(`Post "${hooks.url('/slow')}?timeout=1s": context deadline exceeded`)
    answer(new Response(''))
  })

  it('with side effects are not asked in dry runs', async () => {
    hooks.handlers.set(
      '/v1beta1',
      validatingHandler(scheme, () => undefined),
    )
    await validating('/v1beta1', { admissionReviewVersions: ['v1beta1'], sideEffects: 'NoneOnDryRun' })
    await create(map('a'))
    expect(hooks.calls).toHaveLength(1)
  })

  it('are reached as services', async () => {
    hooks.handlers.set(
      '/service',
      validatingHandler(scheme, () => undefined),
    )
    const service = { name: 'hook', namespace: 'default', path: '/service', port: 8443 }
    await validating('/service', { clientConfig: { service, caBundle: hooks.caBundle } })
    await create(map('a'))
    expect(hooks.calls).toEqual(['/service?timeout=5s'])
  })

  it('see objects in the version of their rule', async () => {
    let seen: AdmissionRequest | undefined
    hooks.handlers.set(
      '/look',
      validatingHandler(scheme, (request) => {
        seen = request
      }),
    )
    await validating('/look', {
      rules: [
        { apiGroups: ['autoscaling'], apiVersions: ['v2'], operations: ['*'], resources: ['horizontalpodautoscalers'] },
      ],
    })
    const spec = {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'd' },
      targetCPUUtilizationPercentage: 50,
    }
    await create(new HorizontalPodAutoscalerV1({ metadata: { name: 'h', namespace: 'default' }, spec }))
    expect(seen?.kind).toMatchObject({ group: 'autoscaling', version: 'v2' })
    expect(seen?.object).toMatchObject({ apiVersion: 'autoscaling/v2', spec: { metrics: [{ type: 'Resource' }] } })
  })
})

describe('mutating webhooks', () => {
  const labels = (add: Record<string, string>) =>
    mutatingHandler(scheme, ({ object }) => {
      if (object !== undefined) setLabels(object, { ...getLabels(object), ...add })
    })

  it('change objects one after the other', async () => {
    hooks.handlers.set('/one', labels({ one: '1' }))
    hooks.handlers.set(
      '/two',
      mutatingHandler(scheme, ({ object }) => {
        if (object !== undefined) setLabels(object, { ...getLabels(object), two: getLabels(object)?.one ?? 'none' })
      }),
    )
    await mutating({ path: '/one' }, { path: '/two' })
    const made = await create(map('a'))
    expect(made.metadata?.labels).toEqual({ one: '1', two: '1' })
  })

  it('look again where others have changed something after them', async () => {
    let rounds = 0
    hooks.handlers.set(
      '/first',
      mutatingHandler(scheme, ({ object }) => {
        rounds++
        if (object !== undefined && getLabels(object)?.late) setLabels(object, { ...getLabels(object), seen: 'late' })
      }),
    )
    hooks.handlers.set('/late', labels({ late: '1' }))
    await mutating({ path: '/first', reinvocationPolicy: 'IfNeeded' }, { path: '/late' })
    const made = await create(map('a'))
    expect(made.metadata?.labels).toEqual({ late: '1', seen: 'late' })
    expect(rounds).toBe(2)
    expect(hooks.calls.map((call) => call.split('?')[0])).toEqual(['/first', '/late', '/first'])
  })

  it('may not break objects', async () => {
    hooks.handlers.set(
      '/break',
      mutatingHandler(scheme, ({ object }) => {
        ;(object as unknown as { data: unknown }).data = 5
      }),
    )
    await mutating({ path: '/break' })
    await expect(create(map('a'))).rejects.toThrow('Internal error occurred')
  })
})
