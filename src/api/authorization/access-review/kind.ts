import type { KindDeclaration } from '../../kind-declaration.js'

/** SubjectAccessReview of `authorization.k8s.io`. */
export const subjectAccessReview: KindDeclaration = {
  kind: 'SubjectAccessReview',
  deprecations: { v1beta1: [19, 22, 'authorization.k8s.io/v1 SubjectAccessReview'] },
}

/** SelfSubjectAccessReview of `authorization.k8s.io`. */
export const selfSubjectAccessReview: KindDeclaration = {
  kind: 'SelfSubjectAccessReview',
  deprecations: { v1beta1: [19, 22, 'authorization.k8s.io/v1 SelfSubjectAccessReview'] },
}

/** LocalSubjectAccessReview of `authorization.k8s.io`. */
export const localSubjectAccessReview: KindDeclaration = {
  kind: 'LocalSubjectAccessReview',
  deprecations: { v1beta1: [19, 22, 'authorization.k8s.io/v1 LocalSubjectAccessReview'] },
}

/** SelfSubjectRulesReview of `authorization.k8s.io`. */
export const selfSubjectRulesReview: KindDeclaration = {
  kind: 'SelfSubjectRulesReview',
  deprecations: { v1beta1: [19, 22, 'authorization.k8s.io/v1 SelfSubjectRulesReview'] },
}
