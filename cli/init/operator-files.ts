import type { OperatorNames } from './operator-names.js'
import { controllerSource, kindSource, mainSource, rbacSource, testSource } from './operator-sources.js'

/** A file of a project: its path, and its text. */
export type ProjectFile = readonly [path: string, text: string]

/** All files of a new operator but those that are generated from them. */
export function operatorFiles(names: OperatorNames, version: string): ProjectFile[] {
  return [
    ['package.json', packageFile(names, version)],
    ['tsconfig.json', `${JSON.stringify(tsconfig, undefined, 2)}\n`],
    ['.gitignore', 'node_modules/\ndist/\n'],
    ['README.md', readme(names)],
    ['api/v1/types.ts', kindSource(names)],
    ['src/operator.ts', controllerSource(names)],
    ['src/main.ts', mainSource(names)],
    ['src/rbac.ts', rbacSource(names)],
    ['src/write-rbac.ts', writeRBAC],
    ['test/operator.test.ts', testSource(names)],
    ['Dockerfile', dockerfile],
    ['.dockerignore', 'node_modules\ndist\n.git\n'],
    ['deploy/deployment.yaml', deployment(names)],
    ['deploy/rbac.yaml', rbac(names)],
    ['.github/workflows/ci.yml', workflow],
  ]
}

function packageFile({ name }: OperatorNames, version: string): string {
  const scripts = {
    generate: 'apimachinery generate ts -i api -o generated',
    build: 'npm run generate && tsc -p tsconfig.json',
    test: 'npm run generate && vitest run',
    rbac: 'npm run build && node dist/src/write-rbac.js',
    start: 'node dist/src/main.js',
  }
  const manifest = {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts,
    dependencies: { '@apimachinery/client': `^${version}`, apimachinery: `^${version}` },
    devDependencies: {
      '@apimachinery/server': `^${version}`,
      '@types/node': '^20.19.0',
      typescript: '~6.0',
      vitest: '^4.1.0',
    },
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

const tsconfig = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    outDir: 'dist',
    rootDir: '.',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['src', 'generated'],
}

function readme({ name, kind, plural }: OperatorNames): string {
  return `# ${name}

An operator for the kind ${kind}.

| | |
| --- | --- |
| \`api/v1/types.ts\` | the kind; \`npm run generate\` makes classes, client and CRD of it |
| \`src/operator.ts\` | the controller |
| \`test/operator.test.ts\` | its test, on an API server in the process: \`npm test\` |
| \`deploy/rbac.yaml\` | what the controllers declare that they need: \`npm run rbac\` |

\`\`\`sh
npm install
npm test
kubectl apply -f generated/crds -f deploy/rbac.yaml
npm run build && npm start                  # against the cluster of your kubeconfig
docker build -t ${name}:dev .               # or in the cluster, with deploy/deployment.yaml
kubectl get ${plural}
\`\`\`
`
}

const writeRBAC = `import { writeFileSync } from 'node:fs'
import { rbacText } from './rbac.js'

writeFileSync('deploy/rbac.yaml', rbacText())
`

const dockerfile = `FROM node:22-slim AS build
WORKDIR /app
COPY package*.json ./
RUN npm install
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER 1000
EXPOSE 8080 8081
CMD ["node", "dist/src/main.js"]
`

function deployment({ name }: OperatorNames): string {
  return `apiVersion: v1
kind: Namespace
metadata:
  name: ${name}
---
apiVersion: apps/v1
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
      securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: manager
          image: ${name}:dev
          ports:
            - { name: metrics, containerPort: 8080 }
            - { name: health, containerPort: 8081 }
          livenessProbe: { httpGet: { path: /healthz, port: health } }
          readinessProbe: { httpGet: { path: /readyz, port: health } }
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
          resources:
            requests: { cpu: 50m, memory: 128Mi }
            limits: { memory: 256Mi }
`
}

/** The output of `npm run rbac` for the generated controller. */
function rbac({ name, group, plural }: OperatorNames): string {
  const rule = (apiGroup: string, resource: string, verbs: readonly string[]): string =>
    `- apiGroups:\n  - ${apiGroup}\n  resources:\n  - ${resource}\n  verbs:\n${verbs.map((verb) => `  - ${verb}\n`).join('')}`
  const rules: (readonly [string, string])[] = [
    ['apps/deployments', rule('apps', 'deployments', ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'])],
    ['coordination.k8s.io/leases', rule('coordination.k8s.io', 'leases', ['create', 'get', 'update'])],
    ['events.k8s.io/events', rule('events.k8s.io', 'events', ['create', 'patch'])],
    [`${group}/${plural}`, rule(group, plural, ['get', 'list', 'patch', 'update', 'watch'])],
    [`${group}/${plural}/finalizers`, rule(group, `${plural}/finalizers`, ['update'])],
    [`${group}/${plural}/status`, rule(group, `${plural}/status`, ['get', 'patch', 'update'])],
  ]
  const sorted = rules.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text)
  return `apiVersion: v1
kind: ServiceAccount
metadata:
  name: ${name}
  namespace: ${name}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: ${name}
rules:
${sorted.join('')}---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata:
  name: ${name}
roleRef:
  apiGroup: rbac.authorization.k8s.io
  kind: ClusterRole
  name: ${name}
subjects:
- kind: ServiceAccount
  name: ${name}
  namespace: ${name}
`
}

const workflow = `name: ci
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npm install
      - run: npm test
      - run: npm run build
`
