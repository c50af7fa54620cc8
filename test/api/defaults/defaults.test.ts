import { describe, expect, test } from 'vitest'
import * as appsv1 from '../../../src/api/apps/v1/index.js'
import * as autoscalingv1 from '../../../src/api/autoscaling/v1/index.js'
import * as autoscalingv2 from '../../../src/api/autoscaling/v2/index.js'
import * as batchv1 from '../../../src/api/batch/v1/index.js'
import * as corev1 from '../../../src/api/core/v1/index.js'
import { addDefaultsToScheme } from '../../../src/api/defaults/index.js'
import * as networkingv1 from '../../../src/api/networking/v1/index.js'
import * as rbacv1 from '../../../src/api/rbac/v1/index.js'
import * as storagev1 from '../../../src/api/storage/v1/index.js'
import { defaulted, filledTemplate, freshTemplate, scheme, selector } from './defaulted.js'

describe('workloads', () => {
  test('Deployment', () => {
    expect(defaulted(new appsv1.Deployment({ spec: { selector, template: freshTemplate() } })).spec).toEqual({
      replicas: 1,
      selector,
      template: filledTemplate,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    })
  })

  test('Deployment that is recreated, with zero replicas', () => {
    const deployment = new appsv1.Deployment({
      spec: { selector, template: freshTemplate(), replicas: 0, strategy: { type: 'Recreate' } },
    })
    expect(defaulted(deployment).spec).toMatchObject({ replicas: 0, strategy: { type: 'Recreate' } })
    expect(deployment.spec?.strategy?.rollingUpdate).toBeUndefined()
  })

  test('ReplicaSet', () => {
    expect(defaulted(new appsv1.ReplicaSet({ spec: { selector, template: freshTemplate() } })).spec).toEqual({
      replicas: 1,
      selector,
      template: filledTemplate,
    })
  })

  test('DaemonSet', () => {
    expect(defaulted(new appsv1.DaemonSet({ spec: { selector, template: freshTemplate() } })).spec).toEqual({
      selector,
      template: filledTemplate,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
      revisionHistoryLimit: 10,
    })
  })

  test('StatefulSet', () => {
    const set = new appsv1.StatefulSet({
      spec: { selector, template: freshTemplate(), volumeClaimTemplates: [{ metadata: { name: 'data' } }] },
    })
    expect(defaulted(set).spec).toEqual({
      replicas: 1,
      selector,
      template: filledTemplate,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 1 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
      revisionHistoryLimit: 10,
      volumeClaimTemplates: [
        { metadata: { name: 'data' }, spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } },
      ],
    })
  })

  test('StatefulSet with a type and no rolling update keeps it so', () => {
    const set = new appsv1.StatefulSet({
      spec: { selector, template: freshTemplate(), updateStrategy: { type: 'RollingUpdate' } },
    })
    scheme.default(set)
    expect(set.spec?.updateStrategy).toEqual({ type: 'RollingUpdate' })
  })

  test('Job', () => {
    expect(defaulted(new batchv1.Job({ spec: { template: freshTemplate() } }))).toMatchObject({
      metadata: { labels: { app: 'web' } },
      spec: {
        completions: 1,
        parallelism: 1,
        backoffLimit: 6,
        completionMode: 'NonIndexed',
        suspend: false,
        podReplacementPolicy: 'TerminatingOrFailed',
        template: filledTemplate,
      },
    })
  })

  test.each([
    [{ parallelism: 3 }, { parallelism: 3 }],
    [{ completions: 3 }, { completions: 3, parallelism: 1 }],
    [{ backoffLimitPerIndex: 1 }, { backoffLimit: 2147483647 }],
    [
      { podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'X' }] }] } },
      {
        podReplacementPolicy: 'Failed',
        podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'X', status: 'True' }] }] },
      },
    ],
  ])('Job with %j', (given, expected) => {
    const job = new batchv1.Job({ spec: { template: freshTemplate(), ...given } as batchv1.JobSpec })
    scheme.default(job)
    expect(job.spec).toMatchObject(expected)
    if (!('completions' in expected) && 'parallelism' in expected) expect(job.spec?.completions).toBeUndefined()
  })

  test('CronJob', () => {
    const job = new batchv1.CronJob({
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: freshTemplate() } } },
    })
    expect(defaulted(job).spec).toEqual({
      schedule: '* * * * *',
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
      jobTemplate: { spec: { template: filledTemplate } },
    })
  })

  test('ReplicationController', () => {
    expect(defaulted(new corev1.ReplicationController({ spec: { template: freshTemplate() } }))).toMatchObject({
      metadata: { labels: { app: 'web' } },
      spec: { replicas: 1, selector: { app: 'web' }, template: filledTemplate },
    })
  })
})

describe('services', () => {
  test.each([
    [{}, { type: 'ClusterIP', sessionAffinity: 'None', internalTrafficPolicy: 'Cluster' }],
    [
      { ports: [{ port: 80 }, { port: 81, targetPort: 'web', protocol: 'UDP' }] },
      {
        type: 'ClusterIP',
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
        ports: [
          { port: 80, targetPort: 80, protocol: 'TCP' },
          { port: 81, targetPort: 'web', protocol: 'UDP' },
        ],
      },
    ],
    [
      { type: 'LoadBalancer' },
      {
        type: 'LoadBalancer',
        sessionAffinity: 'None',
        internalTrafficPolicy: 'Cluster',
        externalTrafficPolicy: 'Cluster',
        allocateLoadBalancerNodePorts: true,
      },
    ],
    [
      { type: 'ExternalName', externalName: 'x' },
      { type: 'ExternalName', externalName: 'x', sessionAffinity: 'None' },
    ],
    [
      { sessionAffinity: 'ClientIP', externalIPs: ['1.2.3.4'] },
      {
        type: 'ClusterIP',
        sessionAffinity: 'ClientIP',
        sessionAffinityConfig: { clientIP: { timeoutSeconds: 10800 } },
        externalIPs: ['1.2.3.4'],
        externalTrafficPolicy: 'Cluster',
        internalTrafficPolicy: 'Cluster',
      },
    ],
  ])('%j', (spec, expected) => {
    expect(defaulted(new corev1.Service({ spec: structuredClone(spec) })).spec).toEqual(expected)
  })
})

describe('other kinds', () => {
  test.each([
    [new corev1.Secret({}), { type: 'Opaque' }],
    [
      new corev1.PersistentVolume({ spec: { capacity: { storage: '1Gi' } } }),
      {
        spec: { capacity: { storage: '1Gi' }, persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
        status: { phase: 'Pending' },
      },
    ],
    [new corev1.PersistentVolumeClaim({}), { spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } }],
    [
      new corev1.Namespace({ metadata: { name: 'a' } }),
      { metadata: { name: 'a', labels: { 'kubernetes.io/metadata.name': 'a' } }, status: { phase: 'Active' } },
    ],
    [
      new corev1.Node({ status: { capacity: { cpu: '1' } } }),
      { status: { capacity: { cpu: '1' }, allocatable: { cpu: '1' } } },
    ],
    [
      new corev1.LimitRange({ spec: { limits: [{ type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } }] } }),
      {
        spec: {
          limits: [
            {
              type: 'Container',
              max: { cpu: '2' },
              min: { memory: '1Mi' },
              default: { cpu: '2' },
              defaultRequest: { cpu: '2', memory: '1Mi' },
            },
          ],
        },
      },
    ],
    [
      new networkingv1.NetworkPolicy({ spec: { podSelector: {}, egress: [{ ports: [{ port: 53 }] }] } }),
      {
        spec: {
          podSelector: {},
          policyTypes: ['Ingress', 'Egress'],
          egress: [{ ports: [{ port: 53, protocol: 'TCP' }] }],
        },
      },
    ],
    [
      new rbacv1.RoleBinding({
        roleRef: { kind: 'Role', name: 'r', apiGroup: '' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'ServiceAccount', name: 's' },
        ],
      }),
      {
        roleRef: { kind: 'Role', name: 'r', apiGroup: 'rbac.authorization.k8s.io' },
        subjects: [
          { kind: 'User', name: 'u', apiGroup: 'rbac.authorization.k8s.io' },
          { kind: 'ServiceAccount', name: 's' },
        ],
      },
    ],
    [
      new storagev1.StorageClass({ provisioner: 'p' }),
      { provisioner: 'p', reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
    ],
    [
      new autoscalingv1.HorizontalPodAutoscaler({
        spec: { maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'web' } },
      }),
      { spec: { minReplicas: 1, maxReplicas: 3, scaleTargetRef: { kind: 'Deployment', name: 'web' } } },
    ],
  ])('%#', (object, expected) => {
    const { apiVersion: _, kind: __, ...rest } = defaulted(object)
    expect(rest).toEqual(expected)
  })

  test('HorizontalPodAutoscaler of autoscaling/v2', () => {
    const autoscaler = new autoscalingv2.HorizontalPodAutoscaler({
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { kind: 'Deployment', name: 'web' },
        behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
      },
    })
    scheme.default(autoscaler)
    expect(autoscaler.spec).toMatchObject({
      minReplicas: 1,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
      behavior: {
        scaleUp: {
          stabilizationWindowSeconds: 0,
          selectPolicy: 'Max',
          policies: [
            { type: 'Pods', value: 4, periodSeconds: 15 },
            { type: 'Percent', value: 100, periodSeconds: 15 },
          ],
        },
        scaleDown: {
          stabilizationWindowSeconds: 60,
          selectPolicy: 'Max',
          policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
        },
      },
    })
  })

  test('an empty object of every kind with defaults does not fail, and filling twice changes nothing', () => {
    const filled: string[] = []
    addDefaultsToScheme({
      addTypeDefaultingFunc: (type) => {
        const object = new type()
        scheme.default(object)
        const once = JSON.stringify(object)
        scheme.default(object)
        expect(JSON.stringify(object)).toBe(once)
        filled.push(type.groupVersionKind.kind)
      },
    })
    expect(filled).toContain('MutatingWebhookConfiguration')
  })
})
