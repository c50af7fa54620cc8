/** An answer of a webhook, a policy or an object that admission cannot use, in upstream's words. */
export class AdmissionError extends Error {
  override readonly name = 'AdmissionError'
}
