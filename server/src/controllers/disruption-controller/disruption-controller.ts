import { objectKey } from '@apimachinery/client/cache'
import { Pod } from 'apimachinery/api/core/v1'
import { PodDisruptionBudget } from 'apimachinery/api/policy/v1'
import { labelSelectorAsSelector } from 'apimachinery/labels'
import { getLabels, getName, getNamespace } from 'apimachinery/runtime'
import { type Controller, type ControllerContext, reconcileLoop } from '../controller.js'
import { ControllerScales } from './scale-of-controller.js'
import { StaleDisruptions } from './stale-disruptions.js'
import { BudgetSync } from './sync-budget.js'

/** Keeps the status of PodDisruptionBudgets. Source: pkg/controller/disruption of Kubernetes. */
export function disruptionController(context: ControllerContext): Controller {
  const budgets = context.informers.informerFor(PodDisruptionBudget)
  const pods = context.informers.informerFor(Pod)
  const scales = new ControllerScales(context)
  const stale = new StaleDisruptions(context, pods)
  const budgetSync = new BudgetSync({ context, budgets, pods, scales })
  const loop = reconcileLoop({ name: 'disruption-controller', context, reconcile: (key) => budgetSync.sync(key) })

  function onPod(pod: Pod): void {
    const [first, ...others] = budgetsOf(pod)
    if (first === undefined) return
    if (others.length > 0) {
      const name = [getNamespace(pod), getName(pod)].map((each) => JSON.stringify(each)).join('/')
      const chosen = JSON.stringify(getName(first))
      const message = `Pod ${name} matches multiple PodDisruptionBudgets.  Chose ${chosen} arbitrarily.`
      context.events.event(pod, 'Warning', 'MultiplePodDisruptionBudgets', message)
    }
    loop.add(objectKey(first))
  }

  function budgetsOf(pod: Pod): PodDisruptionBudget[] {
    const labels = getLabels(pod) ?? {}
    return budgets.lister
      .namespace(getNamespace(pod))
      .list()
      .filter((budget) => selects(budget, labels))
  }

  return {
    name: 'disruption-controller',
    start() {
      const add = (budget: PodDisruptionBudget): void => loop.add(objectKey(budget))
      budgets.addEventHandler({ onAdd: add, onUpdate: (_old, budget) => add(budget), onDelete: add })
      const onPodChange = (pod: Pod): void => {
        onPod(pod)
        stale.add(pod)
      }
      const registration = pods.addEventHandler({
        onAdd: onPodChange,
        onUpdate: (_old, pod) => onPodChange(pod),
        onDelete: onPod,
      })
      // A budget is right only when all pods and their controllers are known.
      void Promise.all([registration.synced, scales.synced()]).then(
        () => {
          loop.start()
          stale.start()
        },
        () => {},
      )
    },
    async stop() {
      await Promise.all([loop.stop(), stale.stop()])
    },
  }
}

function selects({ spec }: PodDisruptionBudget, labels: Readonly<Record<string, string>>): boolean {
  try {
    return labelSelectorAsSelector(spec?.selector).matches(labels)
  } catch {
    return false
  }
}
