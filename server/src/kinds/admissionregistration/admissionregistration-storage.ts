import type {
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  ParamKind,
  ParamRef,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
} from 'apimachinery/api/admissionregistration/v1'
import { checkedStore, type WriteCheck } from '../../registry/checked-store.js'
import type { Store } from '../../registry/store.js'
import type { StorageByPath } from '../built-in-stores.js'
import { liveObject } from '../live-object.js'
import type { StorageProvider } from '../storage-provider.js'
import { ParamAccess } from './param-access.js'

type Policy = ValidatingAdmissionPolicy | MutatingAdmissionPolicy
type Binding = ValidatingAdmissionPolicyBinding | MutatingAdmissionPolicyBinding

/** Bindings, and the policies that they bind. */
const kinds = [
  ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'],
  ['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings'],
] as const

/** The group `admissionregistration.k8s.io`: authors of policies and bindings must be able to read the parameters. */
export const admissionregistrationStorage: StorageProvider = {
  group: 'admissionregistration.k8s.io',
  extend(storage, { authorizer, resourceOf, stores }) {
    const access = new ParamAccess({ authorizer, resourceOf })
    for (const [policies, bindings] of kinds) {
      replace(storage, policies, policyCheck(access))
      replace(storage, bindings, bindingCheck(access, stores.get(policies) as Store<Policy> | undefined))
    }
  },
}

/** Not every version of the group has all four. */
function replace<T extends Policy | Binding>(storage: StorageByPath, path: string, check: WriteCheck<T>): void {
  const store = storage[path] as unknown as Store<T> | undefined
  if (store !== undefined) storage[path] = checkedStore(store, check)
}

function policyCheck(access: ParamAccess): WriteCheck<Policy> {
  return async (context, { spec }, old) => {
    const kind = spec?.paramKind
    if (!kind || (old?.spec?.paramKind && isSameKind(kind, old.spec.paramKind))) return []
    return access.ofKind(context, kind)
  }
}

function isSameKind(a: ParamKind, b: ParamKind): boolean {
  return (a.apiVersion ?? '') === (b.apiVersion ?? '') && (a.kind ?? '') === (b.kind ?? '')
}

function bindingCheck(access: ParamAccess, policies: Store<Policy> | undefined): WriteCheck<Binding> {
  return async (context, { spec }, old) => {
    const reference = spec?.paramRef
    if (!reference) return []
    const before = old?.spec
    if (before?.paramRef && isSameReference(reference, before.paramRef) && before.policyName === spec.policyName)
      return []
    const policy = policies && (await liveObject(policies, '', spec.policyName ?? ''))
    return access.ofReference(context, policy?.spec?.paramKind ?? undefined, reference)
  }
}

/** As Go compares structs with pointers: a selector, or what happens without objects, makes two references differ. */
function isSameReference(a: ParamRef, b: ParamRef): boolean {
  const hasPointers = [a, b].some(({ selector, parameterNotFoundAction }) => selector || parameterNotFoundAction)
  return !hasPointers && (a.name ?? '') === (b.name ?? '') && (a.namespace ?? '') === (b.namespace ?? '')
}
