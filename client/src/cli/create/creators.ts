import type { Creator } from './creator.js'

/** The sub-commands of `create`, each loaded on use: it loads an API group. */
const creators: Readonly<Record<string, () => Promise<Creator>>> = {
  clusterrole: async () => (await import('./role.js')).clusterRole,
  clusterrolebinding: async () => (await import('./role-binding.js')).clusterRoleBinding,
  configmap: async () => (await import('./config-map.js')).configMap,
  cronjob: async () => (await import('./cron-job.js')).cronJob,
  deployment: async () => (await import('./deployment.js')).deployment,
  ingress: async () => (await import('./ingress.js')).ingress,
  job: async () => (await import('./job.js')).job,
  namespace: async () => (await import('./namespace.js')).namespace,
  poddisruptionbudget: async () => (await import('./pod-disruption-budget.js')).podDisruptionBudget,
  priorityclass: async () => (await import('./priority-class.js')).priorityClass,
  quota: async () => (await import('./quota.js')).quota,
  role: async () => (await import('./role.js')).role,
  rolebinding: async () => (await import('./role-binding.js')).roleBinding,
  'secret docker-registry': async () => (await import('./secret.js')).dockerSecret,
  'secret generic': async () => (await import('./secret.js')).genericSecret,
  'secret tls': async () => (await import('./secret.js')).tlsSecret,
  'service clusterip': async () => (await import('./service.js')).clusterIPService,
  'service externalname': async () => (await import('./service.js')).externalNameService,
  'service loadbalancer': async () => (await import('./service.js')).loadBalancerService,
  'service nodeport': async () => (await import('./service.js')).nodePortService,
  serviceaccount: async () => (await import('./service-account.js')).serviceAccount,
  token: async () => (await import('./token.js')).token,
}

const shortNames: Readonly<Record<string, string>> = {
  cm: 'configmap',
  cj: 'cronjob',
  deploy: 'deployment',
  ing: 'ingress',
  ns: 'namespace',
  pc: 'priorityclass',
  pdb: 'poddisruptionbudget',
  resourcequota: 'quota',
  sa: 'serviceaccount',
  svc: 'service',
}

/** The names of the sub-commands. */
export const creatorNames: readonly string[] = Object.keys(creators)

/** The sub-command at the beginning of the arguments, and the arguments after its name; undefined if there is none. */
export function findCreator(
  args: readonly string[],
): { readonly name: string; readonly load: () => Promise<Creator>; readonly rest: readonly string[] } | undefined {
  const [first = '', second = '', ...more] = args
  const word = Object.hasOwn(shortNames, first) ? shortNames[first]! : first
  const both = `${word} ${second}`
  if (Object.hasOwn(creators, word)) return { name: word, load: creators[word]!, rest: args.slice(1) }
  if (Object.hasOwn(creators, both)) return { name: both, load: creators[both]!, rest: more }
  return undefined
}
