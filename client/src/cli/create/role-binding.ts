import { ClusterRoleBinding, RoleBinding } from 'apimachinery/api/rbac/v1'
import { UsageError } from '../usage-error.js'
import { type CreateRequest, type Creator, metadataFor } from './creator.js'

const apiGroup = 'rbac.authorization.k8s.io'
const subjectOptions = {
  user: { type: 'string', multiple: true },
  group: { type: 'string', multiple: true },
  serviceaccount: { type: 'string', multiple: true },
} as const

/** `create rolebinding`. */
export const roleBinding: Creator = {
  usage:
    'rolebinding NAME (--clusterrole=NAME | --role=NAME) [--user=NAME]… [--group=NAME]… [--serviceaccount=NAMESPACE:NAME]…',
  options: { ...subjectOptions, clusterrole: { type: 'string' }, role: { type: 'string' } },
  async make(request) {
    const [cluster, own] = [request.values.text('clusterrole'), request.values.text('role')]
    if ((cluster === '') === (own === '')) throw new UsageError('exactly one of clusterrole or role must be specified')
    const roleRef = { apiGroup, kind: cluster === '' ? 'Role' : 'ClusterRole', name: cluster === '' ? own : cluster }
    return new RoleBinding({ metadata: metadataFor(request), roleRef, ...subjectsOf(request) })
  },
}

/** `create clusterrolebinding`. */
export const clusterRoleBinding: Creator = {
  usage: 'clusterrolebinding NAME --clusterrole=NAME [--user=NAME]… [--group=NAME]… [--serviceaccount=NAMESPACE:NAME]…',
  options: { ...subjectOptions, clusterrole: { type: 'string' } },
  required: ['clusterrole'],
  async make(request) {
    const { name, values } = request
    const roleRef = { apiGroup, kind: 'ClusterRole', name: values.text('clusterrole') }
    return new ClusterRoleBinding({ metadata: { name }, roleRef, ...subjectsOf(request) })
  },
}

interface Subject {
  readonly apiGroup?: string
  readonly kind: string
  readonly name: string
  readonly namespace?: string
}

function subjectsOf({ values }: CreateRequest): { readonly subjects?: Subject[] } {
  const subjectsFrom = (kind: string, option: string): Subject[] =>
    values.each(option).map((name) => ({ apiGroup, kind, name }))
  const accounts = values.each('serviceaccount').map((text) => {
    const [namespace, name, ...more] = text.split(':')
    if (!namespace || !name || more.length > 0) throw new UsageError('serviceaccount must be <namespace>:<name>')
    return { kind: 'ServiceAccount', name, namespace }
  })
  const subjects = [...subjectsFrom('User', 'user'), ...subjectsFrom('Group', 'group'), ...accounts]
  return subjects.length > 0 ? { subjects } : {}
}
