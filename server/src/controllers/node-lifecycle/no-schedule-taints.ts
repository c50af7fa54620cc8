import type { Node, Taint } from 'apimachinery/api/core/v1'
import { isSameTaint, type TaintChange } from '../node-taints.js'

/** By type and status of a condition: the key of its taint. */
const keys: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Ready: { False: 'node.kubernetes.io/not-ready', Unknown: 'node.kubernetes.io/unreachable' },
  MemoryPressure: { True: 'node.kubernetes.io/memory-pressure' },
  DiskPressure: { True: 'node.kubernetes.io/disk-pressure' },
  NetworkUnavailable: { True: 'node.kubernetes.io/network-unavailable' },
  PIDPressure: { True: 'node.kubernetes.io/pid-pressure' },
}
const unschedulable = 'node.kubernetes.io/unschedulable'
const effect = 'NoSchedule'
const own = new Set([unschedulable, ...Object.values(keys).flatMap((byStatus) => Object.values(byStatus))])

/** The change that gives a node the taints of its conditions. Source: `doNoScheduleTaintingPass` of pkg/controller/nodelifecycle of Kubernetes. */
export function noScheduleChange({ spec, status }: Node, timeAdded: string): TaintChange {
  const wanted: Taint[] = (status?.conditions ?? []).flatMap((condition) => {
    const key = keys[condition.type]?.[condition.status]
    return key === undefined ? [] : [{ key, effect }]
  })
  if (spec?.unschedulable === true) wanted.push({ key: unschedulable, effect })
  const present = (spec?.taints ?? []).filter((taint) => taint.effect === effect && own.has(taint.key))
  const isIn = (taints: readonly Taint[]) => (taint: Taint) => taints.some((each) => isSameTaint(each, taint))
  return {
    add: wanted.filter((taint) => !isIn(present)(taint)).map((taint) => ({ ...taint, timeAdded })),
    remove: present.filter((taint) => !isIn(wanted)(taint)),
  }
}
