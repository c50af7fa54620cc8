/** Marks a pod that a kubelet runs from a file and shows to the API server. */
export const mirrorPodAnnotation = 'kubernetes.io/config.mirror'
/** Tolerations as JSON, before pods had a field for them. */
export const tolerationsAnnotation = 'scheduler.alpha.kubernetes.io/tolerations'
/** How dear the deletion of a pod is to its ReplicaSet. */
export const podDeletionCostAnnotation = 'controller.kubernetes.io/pod-deletion-cost'
/** Seccomp profile of a pod, before there was a field for it. */
export const seccompPodAnnotation = 'seccomp.security.alpha.kubernetes.io/pod'
/** Seccomp profile of a container, whose name follows. */
export const seccompContainerAnnotationPrefix = 'container.seccomp.security.alpha.kubernetes.io/'
/** AppArmor profile of a container, whose name follows. */
export const appArmorAnnotationPrefix = 'container.apparmor.security.beta.kubernetes.io/'
