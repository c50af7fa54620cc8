import { objectKey } from '@apimachinery/client/cache'
import { HorizontalPodAutoscaler } from 'apimachinery/api/autoscaling/v2'
import { Pod } from 'apimachinery/api/core/v1'
import { deepEqual } from 'apimachinery/descriptor'
import { messageOf } from 'apimachinery/errors'
import { getName, getNamespace } from 'apimachinery/runtime'
import { momentOf } from '../cluster-time.js'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { AutoscalerRun } from './autoscaler-run.js'
import { type AutoscalerSettings, defaultAutoscalerSettings } from './autoscaler-settings.js'
import { MetricsClient } from './metrics-client.js'
import { type AutoscalerHistory, newHistory } from './recommendations.js'
import { reconcileAutoscaler } from './reconcile-autoscaler.js'
import { ReplicaCalculator } from './replica-calculator.js'
import { AutoscalerSelectors } from './scaled-pods.js'

/**
 * Scales workloads by their metrics: each autoscaler is looked at once in a period of the cluster's time, first a period after it was created.
 * Source: pkg/controller/podautoscaler of Kubernetes.
 */
export function horizontalPodAutoscalerController(
  context: ControllerContext,
  given: Partial<AutoscalerSettings> = {},
): Controller {
  const settings = { ...defaultAutoscalerSettings, ...given }
  const { client, informers, clock } = context
  const autoscalers = informers.informerFor(HorizontalPodAutoscaler)
  const pods = informers.informerFor(Pod)
  const selectors = new AutoscalerSelectors()
  const histories = new Map<string, AutoscalerHistory>()
  const calculator = new ReplicaCalculator({ metrics: new MetricsClient(client), pods, settings, clock })

  async function reconcile(key: string): Promise<number | undefined> {
    const autoscaler = autoscalers.lister.getByKey(key)
    if (autoscaler === undefined) {
      histories.delete(key)
      return undefined
    }
    const historyFrom = (current: number): AutoscalerHistory => {
      const history = histories.get(key) ?? newHistory(current, clock.now())
      histories.set(key, history)
      return history
    }
    const run = new AutoscalerRun({ context, settings, autoscaler, historyFrom })
    await reconcileAutoscaler(run, { calculator, selectors, pods }).catch((error: unknown) =>
      context.onError(error, 'horizontal-pod-autoscaler-controller'),
    )
    if (!deepEqual(HorizontalPodAutoscaler.descriptor, autoscaler, run.autoscaler)) await writeStatus(run)
    return settings.syncPeriod
  }

  async function writeStatus(run: AutoscalerRun): Promise<void> {
    await client.updateStatus(run.autoscaler).catch((error: unknown) => {
      run.event('Warning', 'FailedUpdateStatus', messageOf(error))
    })
  }

  const loop = reconcileLoop({ name: 'horizontal-pod-autoscaler-controller', context, reconcile })
  return {
    name: 'horizontal-pod-autoscaler-controller',
    start() {
      autoscalers.addEventHandler({
        onAdd: (autoscaler) => {
          selectors.add(getNamespace(autoscaler), getName(autoscaler))
          const created = momentOf(autoscaler.metadata?.creationTimestamp) ?? clock.now()
          loop.addWhenDue(objectKey(autoscaler), created + settings.syncPeriod - clock.now())
        },
        onDelete: (autoscaler) => {
          selectors.delete(objectKey(autoscaler))
          loop.add(objectKey(autoscaler))
        },
      })
      // A count of pods is right only when all are known.
      void pods.addEventHandler({}).synced.then(() => loop.start())
    },
    stop: () => loop.stop(),
  }
}
