import type { OperatorNames } from './operator-names.js'

/** The Deployment. */
export function workloadManifest({ name, webhook }: OperatorNames): string {
  const certificate = '/tmp/webhook-certificate'
  const flags = webhook ? `[--leader-elect, --webhook-cert-dir=${certificate}]` : '[--leader-elect]'
  const port = webhook ? '\n            - { name: webhooks, containerPort: 9443 }' : ''
  const mount = webhook
    ? `\n          volumeMounts: [{ name: certificate, mountPath: ${certificate}, readOnly: true }]`
    : ''
  const volume = webhook ? `\n      volumes: [{ name: certificate, secret: { secretName: ${name}-webhooks } }]` : ''
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  namespace: ${name}
spec:
  replicas: 2
  selector:
    matchLabels: { app.kubernetes.io/name: ${name} }
  template:
    metadata:
      labels: { app.kubernetes.io/name: ${name} }
    spec:
      serviceAccountName: ${name}
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: manager
          image: ${name}:dev
          args: ${flags}
          ports:
            - { name: metrics, containerPort: 8080 }
            - { name: health, containerPort: 8081 }${port}
          livenessProbe: { httpGet: { path: /healthz, port: health } }
          readinessProbe: { httpGet: { path: /readyz, port: health } }
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          resources:
            requests: { cpu: 50m, memory: 128Mi }
            limits: { memory: 256Mi }${mount}${volume}
`
}

/** An object of the kind, for `npm run dev` and for a first try in a cluster. */
export function sampleManifest({ group, kind }: OperatorNames): string {
  return `apiVersion: ${group}/v1
kind: ${kind}
metadata:
  name: sample
  namespace: default
spec:
  image: nginx:1.29
  replicas: 2
`
}

type Rule = readonly [apiGroup: string, resource: string, verbs: readonly string[]]

/** The output of `npm run rbac` for the generated controller. */
export function rbacManifest({ name, group, plural }: OperatorNames): string {
  const events: Rule = ['events.k8s.io', 'events', ['create', 'patch']]
  const rules: readonly Rule[] = [
    ['apps', 'deployments', ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch']],
    events,
    [group, plural, ['get', 'list', 'patch', 'update', 'watch']],
    [group, `${plural}/finalizers`, ['update']],
    [group, `${plural}/status`, ['get', 'patch', 'update']],
  ]
  const electionRules: readonly Rule[] = [['coordination.k8s.io', 'leases', ['create', 'get', 'update']], events]
  const subject = `- kind: ServiceAccount\n  name: ${name}\n  namespace: ${name}\n`
  const here = `  name: ${name}\n  namespace: ${name}\n`
  const anywhere = `  name: ${name}\n`
  return [
    `apiVersion: v1\nkind: Namespace\nmetadata:\n${anywhere}`,
    `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n${here}`,
    rbac('ClusterRole', anywhere, rulesText(rules)),
    rbac('ClusterRoleBinding', anywhere, bindingText('ClusterRole', name, subject)),
    rbac('Role', here, rulesText(electionRules)),
    rbac('RoleBinding', here, bindingText('Role', name, subject)),
  ].join('---\n')
}

function rbac(kind: string, metadata: string, rest: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1\nkind: ${kind}\nmetadata:\n${metadata}${rest}`
}

function bindingText(kind: string, name: string, subject: string): string {
  return `roleRef:\n  apiGroup: rbac.authorization.k8s.io\n  kind: ${kind}\n  name: ${name}\nsubjects:\n${subject}`
}

function rulesText(rules: readonly Rule[]): string {
  const key = ([apiGroup, resource]: Rule): string => `${apiGroup}/${resource}`
  const sorted = [...rules].sort((a, b) => (key(a) < key(b) ? -1 : 1))
  return `rules:\n${sorted.map(ruleText).join('')}`
}

function ruleText([apiGroup, resource, verbs]: Rule): string {
  const lines = verbs.map((verb) => `  - ${verb}\n`).join('')
  return `- apiGroups:\n  - ${apiGroup}\n  resources:\n  - ${resource}\n  verbs:\n${lines}`
}
