/** The uid of the job, on its pods. */
export const controllerUIDLabel = 'batch.kubernetes.io/controller-uid'
/** The name of the job, on its pods. */
export const jobNameLabel = 'batch.kubernetes.io/job-name'
/** {@link controllerUIDLabel} of earlier releases. */
export const legacyControllerUIDLabel = 'controller-uid'
/** {@link jobNameLabel} of earlier releases. */
export const legacyJobNameLabel = 'job-name'
