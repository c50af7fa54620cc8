import { itemsOf } from '../../defaults/items-of.js'
import { roundResourceList } from '../resource-list/resource-list-defaults.js'
import type { Container, HTTPGetAction, LifecycleHandler, Probe } from '../v1/types.gen.js'
import { defaultImagePullPolicy } from './image-pull-policy.js'

/** Fills a container: pull policy, termination message, probes, handlers, field references. */
export function defaultContainer(container: Container): void {
  container.imagePullPolicy ||= defaultImagePullPolicy(container.image ?? '')
  container.terminationMessagePath ||= '/dev/termination-log'
  container.terminationMessagePolicy ||= 'File'
  for (const { valueFrom } of itemsOf(container.env)) {
    if (valueFrom?.fieldRef) valueFrom.fieldRef.apiVersion ||= 'v1'
  }
  roundResourceList(container.resources?.limits)
  roundResourceList(container.resources?.requests)
  defaultProbe(container.livenessProbe)
  defaultProbe(container.readinessProbe)
  defaultProbe(container.startupProbe)
  defaultHandler(container.lifecycle?.postStart)
  defaultHandler(container.lifecycle?.preStop)
}

function defaultProbe(probe: Probe | undefined): void {
  if (!probe) return
  probe.timeoutSeconds ||= 1
  probe.periodSeconds ||= 10
  probe.successThreshold ||= 1
  probe.failureThreshold ||= 3
  defaultHTTPGet(probe.httpGet)
}

function defaultHandler(handler: LifecycleHandler | undefined): void {
  defaultHTTPGet(handler?.httpGet)
}

function defaultHTTPGet(action: HTTPGetAction | undefined): void {
  if (!action) return
  action.path ||= '/'
  action.scheme ||= 'HTTP'
}
