import { describe, expect, test } from 'vitest'
import * as appsv1 from '../../../src/api/apps/v1/index.js'
import * as corev1 from '../../../src/api/core/v1/index.js'
import { addCoreDefaults } from '../../../src/api/defaults/index.js'
import { enabledByDefault, releaseOf } from '../../../src/api/releases/index.js'
import { Scheme } from '../../../src/runtime/scheme/scheme.js'
import { containerDefaults, defaulted, podDefaults, scheme, selector } from './defaulted.js'

/** Later releases fill the resources of a pod when it is stored. */
const earlier = new Scheme()
corev1.addToScheme(earlier)
addCoreDefaults(earlier, { featureEnabled: (gate) => enabledByDefault(gate, releaseOf('1.36')) })

describe('pods', () => {
  test('a small pod gets what an API server fills in', () => {
    const pod = new corev1.Pod({ spec: { containers: [{ name: 'a', ports: [{ containerPort: 80 }] }] } })
    expect(defaulted(pod).spec).toEqual({
      ...podDefaults,
      enableServiceLinks: true,
      containers: [
        {
          name: 'a',
          imagePullPolicy: 'IfNotPresent',
          ports: [{ containerPort: 80, protocol: 'TCP' }],
          ...containerDefaults,
        },
      ],
    })
  })

  test.each([
    ['nginx', 'Always'],
    ['nginx:latest', 'Always'],
    ['nginx:1.27', 'IfNotPresent'],
    ['registry.example.com:5000/team/app', 'Always'],
    ['registry.example.com:5000/team/app:v1', 'IfNotPresent'],
    ['registry.example.com:5000/team/app:latest', 'Always'],
    [`nginx@sha256:${'a'.repeat(64)}`, 'IfNotPresent'],
    [`nginx:latest@sha256:${'a'.repeat(64)}`, 'Always'],
    ['Not A Name', 'IfNotPresent'],
    ['', 'IfNotPresent'],
    ['a'.repeat(100_000), 'IfNotPresent'],
    [`${'a-'.repeat(400)}!`, 'IfNotPresent'],
  ])('the pull policy of %s is %s', (image, policy) => {
    const pod = new corev1.Pod({ spec: { containers: [{ name: 'a', image }] } })
    scheme.default(pod)
    expect(pod.spec?.containers[0]?.imagePullPolicy).toBe(policy)
  })

  test('what is set stays as it is', () => {
    const spec = {
      containers: [
        {
          name: 'a',
          image: 'x',
          imagePullPolicy: 'Never',
          terminationMessagePath: '/x',
          terminationMessagePolicy: 'FallbackToLogsOnError',
          livenessProbe: { timeoutSeconds: 9, periodSeconds: 9, successThreshold: 9, failureThreshold: 9 },
        },
      ],
      dnsPolicy: 'None',
      restartPolicy: 'Never',
      securityContext: { runAsUser: 1 },
      terminationGracePeriodSeconds: 0,
      schedulerName: 'mine',
      enableServiceLinks: false,
    }
    expect(defaulted(new corev1.Pod({ spec: structuredClone(spec) })).spec).toEqual(spec)
  })

  test('probes and handlers get their paths, schemes and periods', () => {
    const pod = new corev1.Pod({
      spec: {
        containers: [
          {
            name: 'a',
            readinessProbe: { httpGet: { port: 80 } },
            startupProbe: { grpc: { port: 80 } },
            lifecycle: { preStop: { httpGet: { port: 80 } } },
            env: [{ name: 'N', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
          },
        ],
      },
    })
    scheme.default(pod)
    const probe = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }
    expect(pod.spec?.containers[0]).toMatchObject({
      readinessProbe: { httpGet: { port: 80, path: '/', scheme: 'HTTP' }, ...probe },
      startupProbe: { grpc: { port: 80, service: '' }, ...probe },
      lifecycle: { preStop: { httpGet: { path: '/', scheme: 'HTTP' } } },
      env: [{ valueFrom: { fieldRef: { apiVersion: 'v1' } } }],
    })
  })

  test('requests follow limits, and amounts are rounded up to thousandths', () => {
    const pod = new corev1.Pod({
      spec: {
        containers: [
          { name: 'a', resources: { limits: { cpu: '100.5u', memory: '1Gi' }, requests: { memory: '1Mi' } } },
        ],
      },
    })
    scheme.default(pod)
    expect(pod.spec?.containers[0]?.resources).toEqual({
      limits: { cpu: '1m', memory: '1Gi' },
      requests: { cpu: '1m', memory: '1Mi' },
    })
  })

  test('templates do not get requests from limits', () => {
    const deployment = new appsv1.Deployment({
      spec: { selector, template: { spec: { containers: [{ name: 'a', resources: { limits: { cpu: '1' } } }] } } },
    })
    scheme.default(deployment)
    expect(deployment.spec?.template.spec?.containers[0]?.resources).toEqual({ limits: { cpu: '1' } })
  })

  test('requests of the pod as a whole come from its containers, and from its limits', () => {
    const pod = new corev1.Pod({
      spec: {
        resources: { limits: { cpu: '4', memory: '1Gi' } },
        containers: [
          { name: 'a', resources: { requests: { cpu: '500m' } } },
          { name: 'b', resources: { requests: { cpu: '250m' } } },
        ],
        initContainers: [
          { name: 's', restartPolicy: 'Always', resources: { requests: { cpu: '100m' } } },
          { name: 'i', resources: { requests: { cpu: '1' } } },
        ],
      },
    })
    earlier.default(pod)
    expect(pod.spec?.resources).toEqual({
      limits: { cpu: '4', memory: '1Gi' },
      requests: { cpu: '1100m', memory: '1Gi' },
    })
  })

  test('an amount that is not a quantity is left to validation', () => {
    const pod = new corev1.Pod({
      spec: {
        resources: { limits: { cpu: 'x' } },
        containers: [{ name: 'a', resources: { limits: { cpu: 'x' } } }],
      },
    })
    scheme.default(pod)
    expect(pod.spec?.containers[0]?.resources).toEqual({ limits: { cpu: 'x' }, requests: { cpu: 'x' } })
  })

  test('host network opens host ports', () => {
    const pod = new corev1.Pod({
      spec: {
        hostNetwork: true,
        containers: [{ name: 'a', ports: [{ containerPort: 80 }, { containerPort: 81, hostPort: 9 }] }],
      },
    })
    scheme.default(pod)
    expect(pod.spec?.containers[0]?.ports?.map(({ hostPort }) => hostPort)).toEqual([80, 9])
  })

  test('volumes get modes and types, one without a source is an emptyDir', () => {
    const pod = new corev1.Pod({
      spec: {
        containers: [],
        volumes: [
          { name: 'a' },
          { name: 'b', secret: { secretName: 's' } },
          { name: 'c', configMap: { name: 'c', defaultMode: 0 } },
          { name: 'd', hostPath: { path: '/x' } },
          { name: 'e', projected: { sources: [{ serviceAccountToken: { path: 't' } }] } },
          { name: 'f', downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'metadata.name' } }] } },
          { name: 'g', image: { reference: 'x:1' } },
          { name: 'h', ephemeral: { volumeClaimTemplate: { spec: {} } } },
          { name: 'i', iscsi: { targetPortal: 'p', iqn: 'q', lun: 0 } },
        ],
      },
    })
    scheme.default(pod)
    expect(pod.spec?.volumes).toEqual([
      { name: 'a', emptyDir: {} },
      { name: 'b', secret: { secretName: 's', defaultMode: 420 } },
      { name: 'c', configMap: { name: 'c', defaultMode: 0 } },
      { name: 'd', hostPath: { path: '/x', type: '' } },
      {
        name: 'e',
        projected: { defaultMode: 420, sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 3600 } }] },
      },
      {
        name: 'f',
        downwardAPI: {
          defaultMode: 420,
          items: [{ path: 'p', fieldRef: { apiVersion: 'v1', fieldPath: 'metadata.name' } }],
        },
      },
      { name: 'g', image: { reference: 'x:1', pullPolicy: 'IfNotPresent' } },
      { name: 'h', ephemeral: { volumeClaimTemplate: { spec: { volumeMode: 'Filesystem' } } } },
      { name: 'i', iscsi: { targetPortal: 'p', iqn: 'q', lun: 0, iscsiInterface: 'default' } },
    ])
  })

  test('items of a list are filled as well', () => {
    const list = new corev1.PodList({ items: [new corev1.Pod({ spec: { containers: [] } })] })
    scheme.default(list)
    expect(list.items[0]?.spec?.restartPolicy).toBe('Always')
  })
})
