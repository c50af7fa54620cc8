import { loadEntry } from '../harness/modules.mjs'
import { makePodList } from '../payload/pods.mjs'

const count = 1000
const parsing = 'JSON.parse of the pods'
const context = { namespace: 'default', apiVersion: 'v1', featureEnabled: () => false, now: () => new Date(0) }

/** An autoscaler of v1 whose annotation holds another metric. */
const autoscaler = {
  metadata: {
    name: 'web',
    annotations: {
      'autoscaling.alpha.kubernetes.io/metrics':
        '[{"type":"Pods","pods":{"metricName":"requests","targetAverageValue":"100"}}]',
    },
  },
  spec: {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
    minReplicas: 2,
    maxReplicas: 10,
    targetCPUUtilizationPercentage: 70,
  },
}

export const workload = {
  name: 'Judging built-in kinds, 1,000 pods',
  about:
    'What an API server does to new objects, beside reading them as JSON: all defaults and the whole validation of a thousand pods of 8 KB, and a thousand autoscalers of `autoscaling/v1` converted to v2 and back, annotations included.',
  unit: 'ms',
  async setup() {
    const { Scheme } = await loadEntry('./runtime')
    const { installGroup } = await loadEntry('./api/install')
    const { strategyFor } = await loadEntry('./api/strategies')
    const { Pod } = await loadEntry('./api/core/v1')
    const v1 = await loadEntry('./api/autoscaling/v1')
    const v2 = await loadEntry('./api/autoscaling/v2')
    const scheme = new Scheme()
    await installGroup(scheme, '')
    await installGroup(scheme, 'autoscaling')
    const pods = makePodList(count).items.map((pod) => new Pod(pod))
    for (const pod of pods) {
      pod.metadata.namespace = 'default'
      scheme.default(pod)
    }
    return {
      scheme,
      strategy: await strategyFor({ group: '', kind: 'Pod' }),
      texts: pods.map((pod) => JSON.stringify(pod)),
      pods,
      autoscalers: Array.from({ length: count }, () => new v1.HorizontalPodAutoscaler(structuredClone(autoscaler))),
      v1: v1.HorizontalPodAutoscaler,
      v2: v2.HorizontalPodAutoscaler,
    }
  },
  operations: [
    { name: parsing, run: ({ texts }) => texts.map((text) => JSON.parse(text)) },
    {
      name: 'full validation',
      baseline: parsing,
      run: ({ pods, strategy }) => pods.map((pod) => strategy.validate(pod, context)),
    },
    {
      name: 'all defaults, filled already',
      baseline: parsing,
      run: ({ pods, scheme }) => {
        for (const pod of pods) scheme.default(pod)
      },
    },
    {
      name: 'autoscalers from v1 to v2 and back',
      run: ({ autoscalers, scheme, v1, v2 }) => autoscalers.map((each) => scheme.convert(scheme.convert(each, v2), v1)),
    },
  ],
}
