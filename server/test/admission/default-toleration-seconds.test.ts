import { ConfigMap, Pod, type Toleration } from 'apimachinery/api/core/v1'
import { describe, expect, it } from 'vitest'
import { defaultTolerationSeconds } from '../../src/admission/plugins/default-toleration-seconds.js'
import { answerOf, attributesOf } from './attributes-of.js'

const notReady = 'node.kubernetes.io/not-ready'
const unreachable = 'node.kubernetes.io/unreachable'
const added = (key: string, tolerationSeconds: number) => ({
  ...{ key, operator: 'Exists', effect: 'NoExecute', tolerationSeconds },
})
const podOf = (tolerations?: Toleration[]) =>
  new Pod({ metadata: { name: 'p', namespace: 'ns' }, spec: { containers: [], ...(tolerations && { tolerations }) } })

async function tolerationsOf(pod: Pod, resource = 'pods', plugin = defaultTolerationSeconds()) {
  expect(await answerOf(plugin, attributesOf({ resource, object: pod }))).toBe('')
  return pod.spec?.tolerations
}

// Facts of TestForgivenessAdmission of plugin/pkg/admission/defaulttolerationseconds.
describe('a pod tolerates nodes that are not ready or unreachable for five minutes', () => {
  it.each<{ given: Toleration[]; gets: string[] }>([
    { given: [], gets: [notReady, unreachable] },
    { given: [{ key: 'other', operator: 'Exists', effect: 'NoExecute' }], gets: [notReady, unreachable] },
    { given: [{ key: notReady, operator: 'Exists', effect: 'NoExecute' }], gets: [unreachable] },
    { given: [{ key: unreachable, operator: 'Exists', effect: 'NoExecute' }], gets: [notReady] },
    { given: [{ key: notReady, operator: 'Exists' }], gets: [unreachable] },
    { given: [{ key: notReady, operator: 'Exists', effect: 'NoSchedule' }], gets: [notReady, unreachable] },
    { given: [{ operator: 'Exists', effect: 'NoExecute' }], gets: [] },
    { given: [{ operator: 'Exists' }], gets: [] },
    { given: [{ operator: 'Exists', effect: 'NoSchedule' }], gets: [notReady, unreachable] },
    { given: [{ key: '', operator: 'Exists', effect: '' }], gets: [] },
  ])('unless it says so itself: %j', async ({ given, gets }) => {
    const expected = [...given, ...gets.map((key) => added(key, 300))]
    expect(await tolerationsOf(podOf(given))).toEqual(expected)
  })

  it('or as long as the server was told', async () => {
    const plugin = defaultTolerationSeconds({ notReady: 7, unreachable: 9 })
    expect(await tolerationsOf(podOf(), 'pods', plugin)).toEqual([added(notReady, 7), added(unreachable, 9)])
  })

  it('but not in its sub-resources, and nothing else does', async () => {
    expect(await tolerationsOf(podOf(), 'pods/status')).toBeUndefined()
    const map = new ConfigMap({ metadata: { name: 'm', namespace: 'ns' } })
    await defaultTolerationSeconds().admit?.(attributesOf({ resource: 'pods', object: map }), undefined as never)
    expect(map).toEqual(new ConfigMap({ metadata: { name: 'm', namespace: 'ns' } }))
  })

  it.each([
    ['CREATE', true],
    ['UPDATE', true],
    ['DELETE', false],
    ['CONNECT', false],
  ] as const)('when it is written: %s: %s', (operation, handles) => {
    expect(defaultTolerationSeconds().handles(operation)).toBe(handles)
  })
})
