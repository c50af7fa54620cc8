import { makePodList } from './pods.mjs'

/** A Deployment whose template is the pod of the other payloads, and a later state of it. */
export function deploymentPair() {
  const [pod] = makePodList(1).items
  const labels = { 'app.kubernetes.io/name': 'checkout', tier: 'backend', team: 'payments' }
  const before = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...pod.metadata, name: 'checkout', labels },
    spec: {
      replicas: 6,
      selector: { matchLabels: { tier: 'backend' } },
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: 0 } },
      template: { metadata: { labels }, spec: pod.spec },
    },
  }
  const after = structuredClone(before)
  const [container] = after.spec.template.spec.containers
  after.spec.replicas = 9
  delete after.metadata.labels.team
  container.image = `${container.image}-next`
  container.env = [{ name: 'FEATURE_X', value: 'on' }, ...container.env.slice(1)]
  after.spec.template.spec.volumes = [...(after.spec.template.spec.volumes ?? []), { name: 'cache', emptyDir: {} }]
  return { before, after }
}
