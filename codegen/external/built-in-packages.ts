import type { Declaration } from '../ir/declarations.js'
import type { ApiPackage } from '../ir/model.js'
import { namedRef } from '../ir/type-ref.js'
import { externalPackage, type GeneratedModule } from './descriptor-package.js'

/** Built-in types of Kubernetes, loaded when they are referred to: entry of this package → module. */
const modules: Readonly<Record<string, () => Promise<object>>> = {
  'meta/v1': () => import('../../src/meta/v1/index.js'),
  'api/admission/v1': () => import('../../src/api/admission/v1/index.js'),
  'api/admission/v1beta1': () => import('../../src/api/admission/v1beta1/index.js'),
  'api/admissionregistration/v1': () => import('../../src/api/admissionregistration/v1/index.js'),
  'api/admissionregistration/v1alpha1': () => import('../../src/api/admissionregistration/v1alpha1/index.js'),
  'api/admissionregistration/v1beta1': () => import('../../src/api/admissionregistration/v1beta1/index.js'),
  'api/apidiscovery/v2': () => import('../../src/api/apidiscovery/v2/index.js'),
  'api/apidiscovery/v2beta1': () => import('../../src/api/apidiscovery/v2beta1/index.js'),
  'api/apiextensions/v1': () => import('../../src/api/apiextensions/v1/index.js'),
  'api/apiextensions/v1beta1': () => import('../../src/api/apiextensions/v1beta1/index.js'),
  'api/apiregistration/v1': () => import('../../src/api/apiregistration/v1/index.js'),
  'api/apiregistration/v1beta1': () => import('../../src/api/apiregistration/v1beta1/index.js'),
  'api/apiserverinternal/v1alpha1': () => import('../../src/api/apiserverinternal/v1alpha1/index.js'),
  'api/apps/v1': () => import('../../src/api/apps/v1/index.js'),
  'api/apps/v1beta1': () => import('../../src/api/apps/v1beta1/index.js'),
  'api/apps/v1beta2': () => import('../../src/api/apps/v1beta2/index.js'),
  'api/authentication/v1': () => import('../../src/api/authentication/v1/index.js'),
  'api/authentication/v1alpha1': () => import('../../src/api/authentication/v1alpha1/index.js'),
  'api/authentication/v1beta1': () => import('../../src/api/authentication/v1beta1/index.js'),
  'api/authorization/v1': () => import('../../src/api/authorization/v1/index.js'),
  'api/authorization/v1beta1': () => import('../../src/api/authorization/v1beta1/index.js'),
  'api/autoscaling/v1': () => import('../../src/api/autoscaling/v1/index.js'),
  'api/autoscaling/v2': () => import('../../src/api/autoscaling/v2/index.js'),
  'api/batch/v1': () => import('../../src/api/batch/v1/index.js'),
  'api/batch/v1beta1': () => import('../../src/api/batch/v1beta1/index.js'),
  'api/certificates/v1': () => import('../../src/api/certificates/v1/index.js'),
  'api/certificates/v1alpha1': () => import('../../src/api/certificates/v1alpha1/index.js'),
  'api/certificates/v1beta1': () => import('../../src/api/certificates/v1beta1/index.js'),
  'api/coordination/v1': () => import('../../src/api/coordination/v1/index.js'),
  'api/coordination/v1alpha2': () => import('../../src/api/coordination/v1alpha2/index.js'),
  'api/coordination/v1beta1': () => import('../../src/api/coordination/v1beta1/index.js'),
  'api/core/v1': () => import('../../src/api/core/v1/index.js'),
  'api/discovery/v1': () => import('../../src/api/discovery/v1/index.js'),
  'api/discovery/v1beta1': () => import('../../src/api/discovery/v1beta1/index.js'),
  'api/events/v1': () => import('../../src/api/events/v1/index.js'),
  'api/events/v1beta1': () => import('../../src/api/events/v1beta1/index.js'),
  'api/extensions/v1beta1': () => import('../../src/api/extensions/v1beta1/index.js'),
  'api/flowcontrol/v1': () => import('../../src/api/flowcontrol/v1/index.js'),
  'api/flowcontrol/v1beta1': () => import('../../src/api/flowcontrol/v1beta1/index.js'),
  'api/flowcontrol/v1beta2': () => import('../../src/api/flowcontrol/v1beta2/index.js'),
  'api/flowcontrol/v1beta3': () => import('../../src/api/flowcontrol/v1beta3/index.js'),
  'api/imagepolicy/v1alpha1': () => import('../../src/api/imagepolicy/v1alpha1/index.js'),
  'api/lifecycle/v1alpha1': () => import('../../src/api/lifecycle/v1alpha1/index.js'),
  'api/networking/v1': () => import('../../src/api/networking/v1/index.js'),
  'api/networking/v1beta1': () => import('../../src/api/networking/v1beta1/index.js'),
  'api/node/v1': () => import('../../src/api/node/v1/index.js'),
  'api/node/v1alpha1': () => import('../../src/api/node/v1alpha1/index.js'),
  'api/node/v1beta1': () => import('../../src/api/node/v1beta1/index.js'),
  'api/policy/v1': () => import('../../src/api/policy/v1/index.js'),
  'api/policy/v1beta1': () => import('../../src/api/policy/v1beta1/index.js'),
  'api/rbac/v1': () => import('../../src/api/rbac/v1/index.js'),
  'api/rbac/v1alpha1': () => import('../../src/api/rbac/v1alpha1/index.js'),
  'api/rbac/v1beta1': () => import('../../src/api/rbac/v1beta1/index.js'),
  'api/resource/v1': () => import('../../src/api/resource/v1/index.js'),
  'api/resource/v1alpha3': () => import('../../src/api/resource/v1alpha3/index.js'),
  'api/resource/v1beta1': () => import('../../src/api/resource/v1beta1/index.js'),
  'api/resource/v1beta2': () => import('../../src/api/resource/v1beta2/index.js'),
  'api/scheduling/v1': () => import('../../src/api/scheduling/v1/index.js'),
  'api/scheduling/v1alpha3': () => import('../../src/api/scheduling/v1alpha3/index.js'),
  'api/scheduling/v1beta1': () => import('../../src/api/scheduling/v1beta1/index.js'),
  'api/storage/v1': () => import('../../src/api/storage/v1/index.js'),
  'api/storage/v1alpha1': () => import('../../src/api/storage/v1alpha1/index.js'),
  'api/storage/v1beta1': () => import('../../src/api/storage/v1beta1/index.js'),
  'api/storagemigration/v1': () => import('../../src/api/storagemigration/v1/index.js'),
  'api/storagemigration/v1beta1': () => import('../../src/api/storagemigration/v1beta1/index.js'),
}

const own = 'apimachinery/'

/** Path in the model of an entry of this package, such as `apimachinery/api/core/v1`; `undefined` for other specifiers. */
export function builtInPath(specifier: string): string | undefined {
  const entry = specifier.startsWith(own) ? specifier.slice(own.length) : ''
  if (!Object.hasOwn(modules, entry)) return undefined
  if (entry.startsWith('meta/')) return `k8s.io/apimachinery/pkg/apis/${entry}`
  const folder = entry.slice('api/'.length)
  if (folder.startsWith('apiextensions/')) return `k8s.io/apiextensions-apiserver/pkg/apis/${folder}`
  if (folder.startsWith('apiregistration/')) return `k8s.io/kube-aggregator/pkg/apis/${folder}`
  return `k8s.io/api/${folder}`
}

/** Path in the model of an OpenAPI model prefix such as `io.k8s.api.core.v1`. */
export function pathOfModelPrefix(prefix: string): string {
  return prefix
    .replace(/^io\.k8s\./, 'k8s.io.')
    .replace('k8s.io.', 'k8s.io/')
    .replaceAll(/\.(?!io\/)/g, '/')
}

const entryByPath = new Map(Object.keys(modules).map((entry) => [builtInPath(own + entry) ?? '', entry]))

/** Reports whether this package has the types of a path such as `k8s.io/api/core/v1`. */
export function isBuiltIn(path: string): boolean {
  return entryByPath.has(path)
}

/** Second names of Go for types of the same group: descriptors have only the first. */
const aliases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'k8s.io/api/core/v1': {
    ServiceInternalTrafficPolicyType: 'ServiceInternalTrafficPolicy',
    ServiceExternalTrafficPolicyType: 'ServiceExternalTrafficPolicy',
    IPFamilyPolicyType: 'IPFamilyPolicy',
  },
}

function aliasesOf(path: string): Declaration[] {
  const names = Object.hasOwn(aliases, path) ? (aliases[path] ?? {}) : {}
  return Object.entries(names).map(([name, target]) => ({ form: 'alias', name, target: namedRef(path, target) }))
}

/** The model's view of built-in packages and of all packages that their types refer to. */
export async function builtInPackages(paths: Iterable<string>): Promise<ApiPackage[]> {
  const packages = new Map<string, ApiPackage>()
  const wanted = new Set(paths)
  for (const path of wanted) {
    const entry = entryByPath.get(path)
    const load = entry === undefined ? undefined : modules[entry]
    if (entry === undefined || load === undefined) continue
    const pathOf = (prefix: string): string => {
      const found = pathOfModelPrefix(prefix)
      wanted.add(found)
      return found
    }
    const module = (await load()) as GeneratedModule
    const pkg = externalPackage({ path, specifier: own + entry, module, pathOf })
    pkg.declarations.push(...aliasesOf(path))
    packages.set(path, pkg)
  }
  return [...packages.values()]
}

/** The model's view of every built-in package. */
export async function allBuiltInPackages(): Promise<ApiPackage[]> {
  return await builtInPackages(entryByPath.keys())
}
