import { Pod } from 'apimachinery/api/core/v1'
import { RuntimeClass } from 'apimachinery/api/node/v1'
import { describe, expect, it } from 'vitest'
import { alwaysPullImages } from '../../src/admission/plugins/always-pull-images.js'
import { defaultTolerationSeconds } from '../../src/admission/plugins/default-toleration-seconds.js'
import { priority } from '../../src/admission/plugins/priority.js'
import { runtimeClass } from '../../src/admission/plugins/runtime-class.js'
import { answerOf, attributesOf } from './attributes-of.js'

const pod = (spec: object): Pod =>
  new Pod({ metadata: { name: 'p', namespace: 'ns' }, spec: { containers: [], ...spec } as never })

describe('RuntimeClass', () => {
  const overhead = { podFixed: { cpu: '100m', memory: '1Mi' } }
  const classes: Record<string, object> = {
    plain: {},
    heavy: { overhead },
    placed: {
      scheduling: {
        nodeSelector: { foo: 'bar' },
        tolerations: [{ key: 'gpu', operator: 'Exists', effect: 'NoSchedule' }],
      },
    },
  }
  const lister = {
    get: (_namespace: string, name: string) =>
      classes[name] && new RuntimeClass({ metadata: { name }, handler: 'h', ...classes[name] }),
    list: () => [],
  }
  const plugin = runtimeClass({ runtimeClasses: lister as never })
  const toleration = (key: string, more: object = {}) => ({ key, operator: 'Exists', effect: 'NoSchedule', ...more })
  const mismatch = "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead"
  const unexpected = 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead'

  it.each([
    ['no class', {}, {}],
    ['a class that says nothing', { runtimeClassName: 'plain' }, {}],
    ['overhead', { runtimeClassName: 'heavy' }, { overhead: overhead.podFixed }],
    [
      'the same overhead in other words',
      { runtimeClassName: 'heavy', overhead: { cpu: '0.1', memory: '1024Ki' } },
      { overhead: overhead.podFixed },
    ],
    ['a selector', { runtimeClassName: 'placed' }, { nodeSelector: { foo: 'bar' }, tolerations: [toleration('gpu')] }],
    [
      'a selector beside others',
      { runtimeClassName: 'placed', nodeSelector: { a: 'b' } },
      { nodeSelector: { a: 'b', foo: 'bar' } },
    ],
    [
      'the same selector',
      { runtimeClassName: 'placed', nodeSelector: { foo: 'bar' } },
      { nodeSelector: { foo: 'bar' } },
    ],
    [
      'tolerations behind others',
      { runtimeClassName: 'placed', tolerations: [toleration('a')] },
      { tolerations: [toleration('a'), toleration('gpu')] },
    ],
    [
      'a toleration that is there',
      { runtimeClassName: 'placed', tolerations: [toleration('gpu')] },
      { tolerations: [toleration('gpu')] },
    ],
    [
      'a toleration that a wider one covers',
      { runtimeClassName: 'placed', tolerations: [{ operator: 'Exists' }] },
      { tolerations: [{ operator: 'Exists' }] },
    ],
    [
      'a toleration wider than what is there',
      { runtimeClassName: 'placed', tolerations: [toleration('gpu', { operator: 'Equal', value: 'v' })] },
      { tolerations: [toleration('gpu')] },
    ],
  ])('gives %s', async (_, spec, wanted) => {
    const object = pod(spec)
    expect(await answerOf(plugin, attributesOf({ resource: 'pods', object }))).toBe('')
    expect(object.spec).toMatchObject({ ...spec, ...wanted })
  })

  it.each([
    ['other overhead', { runtimeClassName: 'heavy', overhead: { cpu: '1', memory: '1Mi' } }, mismatch],
    ['less overhead', { runtimeClassName: 'heavy', overhead: { cpu: '100m' } }, mismatch],
    ['empty overhead', { runtimeClassName: 'heavy', overhead: {} }, mismatch],
    ['overhead without a class', { overhead: overhead.podFixed }, unexpected],
    ['empty overhead without a class', { overhead: {} }, unexpected],
    ['overhead of a class without any', { runtimeClassName: 'plain', overhead: overhead.podFixed }, unexpected],
    [
      'another place',
      { runtimeClassName: 'placed', nodeSelector: { foo: 'other' } },
      'conflict: runtimeClass.scheduling.nodeSelector[foo] = bar; pod.spec.nodeSelector[foo] = other',
    ],
    ['a class that there is not', { runtimeClassName: 'gone' }, 'pod rejected: RuntimeClass "gone" not found'],
  ])('refuses %s', async (_, spec, answer) => {
    expect(await answerOf(plugin, attributesOf({ resource: 'pods', object: pod(spec) }))).toBe(
      `pods "p" is forbidden: ${answer}`,
    )
  })

  it.each(['pods/status', 'pods/ephemeralcontainers', 'configmaps'])('leaves %s alone', async (resource) => {
    const object = pod({ runtimeClassName: 'gone' })
    expect(await answerOf(plugin, attributesOf({ resource, object }))).toBe('')
  })
})

it('a pod without a spec gets priority and tolerations', async () => {
  const object = new Pod({ metadata: { name: 'p', namespace: 'ns' } })
  const noClasses = priority({ priorityClasses: { get: () => undefined, list: () => [] } })
  for (const plugin of [noClasses, defaultTolerationSeconds()]) {
    expect(await answerOf(plugin, attributesOf({ resource: 'pods', object }))).toBe('')
  }
  expect(object.spec).toMatchObject({
    priority: 0,
    tolerations: [{ tolerationSeconds: 300 }, { tolerationSeconds: 300 }],
  })
})

describe('AlwaysPullImages', () => {
  const container = (name: string, image = 'i:1', imagePullPolicy?: string) => ({
    name,
    image,
    ...(imagePullPolicy !== undefined && { imagePullPolicy }),
  })
  const everywhere = (policy?: string, image = 'i:1') => ({
    initContainers: [container('init', image, policy)],
    containers: [container('one', image, policy), container('two', image, 'Always')],
    ephemeralContainers: [container('debug', image, policy)],
    volumes: [{ name: 'v', image: { reference: image, ...(policy !== undefined && { pullPolicy: policy }) } }],
  })

  it.each([undefined, 'Never', 'IfNotPresent', 'Always'])('pulls where the policy is %s', async (policy) => {
    const object = pod(everywhere(policy))
    expect(await answerOf(alwaysPullImages, attributesOf({ resource: 'pods', object }))).toBe('')
    expect(object.spec).toEqual(everywhere('Always'))
  })

  it('names all that was changed after it', async () => {
    const attributes = attributesOf({ resource: 'pods', object: pod(everywhere('Never')) })
    const refused = (path: string): string =>
      `pods "p" is forbidden: spec.${path}: Unsupported value: "Never": supported values: "Always"`
    const paths = [
      'initContainers[0].imagePullPolicy',
      'containers[0].imagePullPolicy',
      'ephemeralContainers[0].imagePullPolicy',
      'volumes[0].image.pullPolicy',
    ]
    await expect(alwaysPullImages.validate?.(attributes, {} as never)).rejects.toThrow(
      `[${paths.map(refused).join(', ')}]`,
    )
  })

  it.each([
    ['pods', everywhere('Never'), 'Never'],
    ['pods', everywhere('Never', 'i:0'), 'Always'],
    ['pods/status', everywhere('Never', 'i:0'), 'Never'],
  ])('looks at an update of %s only for new images', async (resource, before, policy) => {
    const object = pod(everywhere('Never'))
    const asked = { operation: 'UPDATE', resource, object, old: pod(before) } as const
    expect(await answerOf(alwaysPullImages, attributesOf(asked))).toBe('')
    expect(object.spec?.containers?.[0]?.imagePullPolicy).toBe(policy)
  })

  const volume = (reference?: string) => ({ name: 'v', image: { ...(reference !== undefined && { reference }) } })
  it.each<[string, object, object, boolean]>([
    [
      'a new container',
      { containers: [container('a', 'x')] },
      { containers: [container('a', 'x'), container('b', 'y')] },
      true,
    ],
    [
      'one less',
      { containers: [container('a', 'x'), container('b', 'y')] },
      { containers: [container('a', 'x')] },
      false,
    ],
    [
      'a new volume',
      { containers: [container('a', 'x')] },
      { containers: [container('a', 'x')], volumes: [volume('y')] },
      true,
    ],
    [
      'the same volume',
      { volumes: [volume('y')] },
      { volumes: [volume('y')], containers: [container('a', 'y')] },
      false,
    ],
    ['a volume without an image', { volumes: [] }, { volumes: [{ name: 'v' }] }, false],
    [
      'no image as before',
      { containers: [{ name: 'a' }], volumes: [volume()] },
      { containers: [{ name: 'a' }] },
      false,
    ],
    ['an image in place of none', { containers: [{ name: 'a' }] }, { containers: [container('a', 'x')] }, true],
    ['no image where there was one', { containers: [container('a', 'x')] }, { containers: [{ name: 'a' }] }, true],
    ['volumes where there were none', {}, { volumes: [volume()] }, true],
  ])('pulls again in an update with %s', async (...[, before, after, pulls]) => {
    const object = pod({ initContainers: [container('i', 'i')], ...after })
    const old = pod({ initContainers: [container('i', 'i')], ...before })
    expect(await answerOf(alwaysPullImages, attributesOf({ operation: 'UPDATE', resource: 'pods', object, old }))).toBe(
      '',
    )
    expect(object.spec?.initContainers?.[0]?.imagePullPolicy).toBe(pulls ? 'Always' : undefined)
  })

  it('pulls in an update of what had no spec', async () => {
    const object = pod({ containers: [container('a', 'x')] })
    for (const old of [undefined, new Pod({ metadata: { name: 'p', namespace: 'ns' } })]) {
      const facts = { operation: 'UPDATE', resource: 'pods', object, old } as const
      expect(await answerOf(alwaysPullImages, attributesOf(facts))).toBe('')
      expect(object.spec?.containers?.[0]?.imagePullPolicy).toBe('Always')
    }
  })

  it('says what the policy is where there is none', async () => {
    const attributes = attributesOf({
      resource: 'pods',
      object: pod({ containers: [container('a')], volumes: [volume('x')] }),
    })
    const refused = (path: string) =>
      `pods "p" is forbidden: spec.${path}: Unsupported value: "": supported values: "Always"`
    await expect(alwaysPullImages.validate?.(attributes, {} as never)).rejects.toThrow(
      `[${refused('containers[0].imagePullPolicy')}, ${refused('volumes[0].image.pullPolicy')}]`,
    )
  })
})
