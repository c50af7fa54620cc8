import { Binding, Node, Pod } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import type { AdmissionPlugin } from '../../src/admission/plugin.js'
import { imagePolicyWebhook } from '../../src/admission/plugins/image-policy-webhook.js'
import { nodeDeclaredFeatureValidator } from '../../src/admission/plugins/node-declared-feature-validator.js'
import { podResizeValidator } from '../../src/admission/plugins/pod-resize-validator.js'
import { podTopologyLabels } from '../../src/admission/plugins/pod-topology-labels.js'
import { answerOf, attributesOf } from './attributes-of.js'
import { listening } from './map-request.js'

const pod = (spec: object = {}, metadata: object = {}): Pod =>
  new Pod({ metadata: { name: 'p', namespace: 'ns', ...metadata }, spec: { containers: [], ...spec } as never })
const asked = (plugin: AdmissionPlugin, object: Pod, more: object = {}): Promise<string> =>
  answerOf(plugin, attributesOf({ resource: 'pods', object, ...more }))
const forbiddenBy = (text: string) => `pods "p" is forbidden: ${text}`

const nodes: Record<string, Node> = {
  n: new Node({
    metadata: {
      name: 'n',
      labels: {
        'kubernetes.io/os': 'linux',
        'topology.kubernetes.io/zone': 'z',
        'topology.kubernetes.io/region': 'r',
        other: 'x',
      },
    },
    status: { allocatable: { cpu: '2', memory: '1Gi' }, declaredFeatures: ['InPlacePodVerticalScalingInitContainers'] },
  } as never),
  bare: new Node({ metadata: { name: 'bare' } }),
}
const liveNode = async (name: string) => nodes[name]

describe('PodTopologyLabels', () => {
  const topology = { 'topology.kubernetes.io/zone': 'z', 'topology.kubernetes.io/region': 'r' }
  const bindingTo = (kind: string) =>
    new Binding({ metadata: { name: 'p', namespace: 'ns' }, target: { kind, name: 'n' } })

  it.each([
    ['pods', pod({ nodeName: 'n' }), topology],
    [
      'pods',
      pod({ nodeName: 'n' }, { labels: { a: 'b', 'topology.kubernetes.io/zone': 'y' } }),
      { a: 'b', ...topology },
    ],
    ['pods', pod({ nodeName: 'bare' }), undefined],
    ['pods', pod({ nodeName: 'gone' }), undefined],
    ['pods', pod(), undefined],
    ['pods/binding', bindingTo('Node'), topology],
    ['pods/binding', bindingTo('Other'), undefined],
    ['pods/status', pod({ nodeName: 'n' }), undefined],
    ['pods.example.com', pod({ nodeName: 'n' }), undefined],
  ])('gives %s the labels of its node', async (resource, object, labels) => {
    const attributes = attributesOf({ resource, object })
    expect(await answerOf(podTopologyLabels({ liveNode }), attributes)).toBe('')
    expect((object as Pod).metadata?.labels).toEqual(labels)
  })
})

describe('the resize of a pod', () => {
  const sized = (cpu: string, nodeName = 'n', { generation = 1, ...more }: { generation?: number } & object = {}) =>
    pod(
      { nodeName, containers: [{ name: 'c', resources: { requests: { cpu, memory: '1Gi' } } }], ...more },
      { generation },
    )
  const resized = (object: Pod, more: object = {}) =>
    asked(podResizeValidator({ liveNode }), object, {
      operation: 'UPDATE',
      resource: 'pods/resize',
      old: sized('1', 'n', { generation: 0 }),
      ...more,
    })
  const tooMuch = (text: string) => forbiddenBy(`Node didn't have enough allocatable resources: ${text}`)

  it.each<{ what: string; object: Pod; more?: object; says?: string }>([
    { what: 'within its node', object: sized('2') },
    { what: 'beyond its node', object: sized('2001m'), says: tooMuch('cpu, requested: 2001, allocatable: 2000') },
    {
      what: 'beyond its node with its overhead',
      object: sized('2', 'n', { ...{ overhead: { memory: '1' } } }),
      says: tooMuch('memory, requested: 1073741825, allocatable: 1073741824'),
    },
    {
      what: 'on a node that says nothing',
      object: sized('1', 'bare'),
      says: tooMuch('cpu, requested: 1000, allocatable: 0; memory, requested: 1073741824, allocatable: 0'),
    },
    {
      what: 'on a node of another system',
      object: pod({ nodeName: 'bare' }, { generation: 1 }),
      says: forbiddenBy('pod resize is only supported on linux nodes, node "bare" is ""'),
    },
    { what: 'on a node that there is not', object: sized('1', 'gone'), says: forbiddenBy('node "gone" not found') },
    { what: 'without a node', object: sized('9', '') },
    { what: 'that changes nothing', object: sized('9', 'n', { generation: 0 }) },
    { what: 'of the pod itself', object: sized('9'), more: { resource: 'pods' } },
    { what: 'of something else', object: sized('9'), more: { resource: 'pods/resize.example.com' } },
    { what: 'that is none', object: sized('9'), more: { operation: 'CREATE' } },
    { what: 'without the old pod', object: sized('9'), more: { old: undefined } },
  ])('$what is answered', async ({ object, more, says = '' }) => {
    expect(await resized(object, more)).toBe(says)
  })

  it('names the cause', async () => {
    const plugin = podResizeValidator({ liveNode })
    const cause = async (object: Pod) => {
      const facts = {
        operation: 'UPDATE',
        resource: 'pods/resize',
        object,
        old: sized('1', 'n', { generation: 0 }),
      } as const
      const error = await plugin.validate?.(attributesOf(facts), {} as never).catch((thrown: unknown) => thrown)
      return (error as { status: { details: { causes: unknown } } }).status.details.causes
    }
    expect(await cause(sized('9'))).toEqual([{ reason: 'NodeCapacity' }])
    expect(await cause(pod({ nodeName: 'bare' }, { generation: 1 }))).toEqual([{ reason: 'UnsupportedPlatform' }])
  })

  const init = (cpu: string, restartPolicy?: string) => [
    { name: 'i', ...(restartPolicy && { restartPolicy }), resources: { requests: { cpu } } },
  ]
  const whole = { resources: { requests: { cpu: '1' } } }
  const lacking = (features: string, node: string) =>
    forbiddenBy(`pod update requires features ${features} which are not available on node "${node}"`)
  it.each<{ before?: object; after?: object; node?: string; resource?: string; generation?: number; says?: string }>([
    { before: {}, after: {} },
    { after: whole, says: lacking('InPlacePodLevelResourcesVerticalScaling', 'n') },
    { after: whole, resource: 'pods', says: lacking('InPlacePodLevelResourcesVerticalScaling', 'n') },
    { before: whole, after: whole },
    { before: { initContainers: init('1') }, after: { initContainers: init('2') } },
    {
      before: { initContainers: init('1') },
      after: { initContainers: init('2'), ...whole },
      node: 'bare',
      says: lacking('InPlacePodLevelResourcesVerticalScaling, InPlacePodVerticalScalingInitContainers', 'bare'),
    },
    { before: { initContainers: init('1', 'Always') }, after: { initContainers: init('2', 'Always') }, node: 'bare' },
    { after: whole, node: '' },
    { after: whole, node: 'gone', says: forbiddenBy('node "gone" not found') },
    { after: whole, resource: 'pods/status' },
    { after: whole, resource: 'pods.example.com' },
    { after: whole, generation: 0 },
  ])('needs features of its node: %j', async (row) => {
    const { before = {}, after = {}, node = 'n', resource = 'pods/resize', generation = 1, says = '' } = row
    const object = pod({ nodeName: node, ...after }, { generation })
    const old = pod({ nodeName: node, ...before }, { generation: 0 })
    const plugin = nodeDeclaredFeatureValidator({ liveNode })
    expect(await asked(plugin, object, { operation: 'UPDATE', resource, old })).toBe(says)
    expect(await asked(plugin, object, { operation: 'CREATE', resource, old })).toBe('')
  })
})

describe('ImagePolicyWebhook', () => {
  const images = (...names: string[]) => names.map((image) => ({ image }))
  const object = () =>
    pod({
      initContainers: images('i'),
      containers: images('c'),
      ephemeralContainers: images('e'),
    })
  type Status = {
    readonly allowed?: boolean
    readonly reason?: string
    readonly auditAnnotations?: Record<string, string>
  }

  function policy(answer: Status | Error, defaultAllow = false) {
    let now = 0
    const specs: unknown[] = []
    const plugin = imagePolicyWebhook({
      async review(spec) {
        specs.push(spec)
        if (answer instanceof Error) throw answer
        return answer
      },
      clock: { now: () => now },
      allowSeconds: 10,
      denySeconds: 5,
      defaultAllow,
    })
    const heard = listening()
    const ask = (more: object = {}) =>
      plugin.validate?.(attributesOf({ resource: 'pods', object: object(), ...more }), heard.context).then(
        () => '',
        (error: Error) => error.message,
      )
    const after = (seconds: number): void => {
      now += seconds * 1000
    }
    return { ask, after, specs, annotations: heard.annotations }
  }

  it.each([
    ['pods', [['i', 'c', 'e'].sort()]],
    ['pods/ephemeralcontainers', [['e']]],
    ['pods/status', []],
    ['pods.example.com', []],
  ])('of %s asks about %j', async (resource, asks) => {
    const { ask, specs } = policy({ allowed: true })
    expect(await ask({ resource })).toBe('')
    const seen = specs as { containers: { image: string }[]; namespace: string }[]
    expect(seen.map(({ containers }) => containers.map(({ image }) => image).sort())).toEqual(asks)
    expect(seen.every(({ namespace }) => namespace === 'ns')).toBe(true)
  })

  it.each([
    [{ allowed: true }, '', 10],
    [{ allowed: false }, forbiddenBy('one or more images rejected by webhook backend'), 5],
    [{ allowed: false, reason: 'old' }, forbiddenBy('image policy webhook backend denied one or more images: old'), 5],
  ])('answered with %j says %j, and remembers it for %i seconds', async (answer, says, seconds) => {
    const { ask, after, specs } = policy(answer)
    expect([await ask(), await ask(), specs.length]).toEqual([says, says, 1])
    after(seconds - 0.001)
    await ask()
    expect(specs).toHaveLength(1)
    after(0.001)
    await ask()
    expect(specs).toHaveLength(2)
  })

  it.each([
    [false, forbiddenBy('no route'), {}],
    [true, '', { 'imagepolicywebhook.image-policy.k8s.io/failed-open': 'true' }],
  ])('that cannot be asked, and allows then: %s, says %j', async (defaultAllow, says, noted) => {
    const { ask, annotations } = policy(new Error('no route'), defaultAllow)
    expect([await ask(), annotations]).toEqual([says, noted])
  })

  it('adds annotations of its own', async () => {
    const { ask, annotations } = policy({ allowed: true, auditAnnotations: { key: 'value' } })
    await ask()
    expect(annotations).toEqual({ 'imagepolicywebhook.image-policy.k8s.io/key': 'value' })
  })
})
