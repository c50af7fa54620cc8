import { generateFlags, type OperatorNames } from './operator-names.js'

/** `package.json`. */
export function packageFile(names: OperatorNames, version: string): string {
  const generate = ['apimachinery generate', ...generateFlags(names)].join(' ')
  const scripts = {
    generate,
    dev: 'npm run generate && tsx dev/main.ts',
    test: 'npm run generate && vitest run',
    lint: 'biome lint api src test dev',
    check: 'npm run generate -- --check && tsc --noEmit',
    build: 'npm run generate && tsc -p tsconfig.build.json',
    rbac: 'npm run generate && tsx dev/write-rbac.ts',
    start: 'node dist/src/main.js',
  }
  const manifest = {
    name: names.name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts,
    dependencies: { '@apimachinery/client': `^${version}`, apimachinery: `^${version}` },
    devDependencies: {
      '@apimachinery/server': `^${version}`,
      '@biomejs/biome': '^2.6.0',
      '@types/node': '^20.19.0',
      tsx: '^4.20.0',
      typescript: '~6.0',
      vitest: '^4.1.0',
    },
  }
  return json(manifest)
}

/** Checks the types of all sources; an editor reads it too. */
export const compilerConfig: string = json({
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: '.',
    noEmit: true,
  },
  include: ['api', 'src', 'generated', 'test', 'dev'],
})

/** Compiles what runs in a cluster. */
export const buildConfig: string = json({
  extends: './tsconfig.json',
  compilerOptions: { noEmit: false, outDir: 'dist' },
  include: ['src', 'generated'],
})

// Keys and kubeconfigs never belong into a repository or an image.
const secrets = '*.pem\n*.key\n*.crt\nkubeconfig\n*.kubeconfig\n.env\n'

/** `.gitignore` */
export const gitIgnore: string = `node_modules/\ndist/\n.dev/\n${secrets}`

/** `.dockerignore`: what the image is not built of. */
export const dockerIgnore: string = `node_modules\ndist\n.dev\n.git\n${secrets.replaceAll(/^/gm, '**/').replace(/\*\*\/$/, '')}`

/** `README.md` of the project. */
export function readme(names: OperatorNames): string {
  const { name, kind, plural, webhook } = names
  const singular = kind.toLowerCase()
  return `# ${name}

An operator for the kind ${kind}.

\`\`\`sh
npm install          # commit package-lock.json too: CI and the image install from it
npm test             # on an API server in the process of the tests
npm run dev          # an API server in memory, the operator, and a table of ${plural}; both follow changes of the sources
\`\`\`

\`npm run dev\` prints a line for \`kubectl\`, if you have it: change \`samples/${singular}.yaml\`, apply it, and watch the table.

| | |
| --- | --- |
| \`api/v1/types.ts\` | the kind; \`npm run generate\` makes classes, client and CRD of it |
| \`src/operator.ts\` | the controller |
${webhook ? '| `src/webhooks.ts` | defaults and checks of objects, and conversion between versions |\n' : ''}| \`src/main.ts\` | the program: flags, leader election, health, metrics |
| \`test/operator.test.ts\` | the test of the controller |
| \`dev/\` | \`npm run dev\`, and \`npm run rbac\`, which writes \`deploy/rbac.yaml\` from what the controllers declare |
| \`npm run lint\`, \`npm run check\` | lint; types of all sources, and whether \`generated/\` is fresh |

## In a cluster

\`\`\`sh
${deployCommands(names)}
\`\`\`

The operator logs to standard error. From your machine, against the cluster of your kubeconfig: \`npm run build && npm start\`.
`
}

function deployCommands({ name, plural, kind, webhook }: OperatorNames): string {
  const build = `docker build -t ${name}:dev .   # and push it to where your cluster pulls from; deploy/workload.yaml names it`
  const apply = webhook
    ? `# cert-manager makes the certificate of the webhooks: install it first
kubectl apply -f deploy/rbac.yaml -f deploy/webhook-certificate.yaml -f generated/crds
kubectl apply -f deploy/workload.yaml -f deploy/webhooks.yaml`
    : 'kubectl apply -f generated/crds -f deploy/rbac.yaml -f deploy/workload.yaml'
  return `${build}
${apply}
kubectl apply -f samples/${kind.toLowerCase()}.yaml
kubectl get ${plural}`
}

/** `Dockerfile` */
export const dockerfile: string = `FROM node:22-slim AS build
WORKDIR /app
COPY package*.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
USER 1000
EXPOSE 8080 8081
ENTRYPOINT ["node", "dist/src/main.js"]
`

/** The workflow of GitHub: everything that a change must pass. */
export const workflow: string = `name: ci
on: [push, pull_request]
permissions: { contents: read }
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22, cache: npm }
      - run: npm ci
      - run: npm run lint
      - run: npm run check
      - run: npm test
      - run: npm run build
`

function json(value: object): string {
  return `${JSON.stringify(value, undefined, 2)}\n`
}
