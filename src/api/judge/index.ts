export { type AdmissionFacts, builtInAdmission } from './built-in-admission.js'
export { deprecationWarning, isRemoved, removedRelease } from './deprecations.js'
export { type AdmittedRequest, Judge, type JudgeOptions, type Verdict, type WriteRequest } from './judge.js'
