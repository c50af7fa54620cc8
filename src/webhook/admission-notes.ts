/** What a handler adds to its verdict: warnings for the user and annotations of the audit event. */
export class AdmissionNotes {
  readonly warnings: string[] = []
  readonly auditAnnotations: Record<string, string> = {}

  /**
   * Adds a warning for the user who made the request. API servers show 4,096 characters of all warnings together; if there
   * are more, they cut each to 256. Control characters become spaces, because API servers drop a text that has them.
   */
  warn(text: string): void {
    this.warnings.push(text.replace(/\p{Cc}+/gu, ' '))
  }

  /** Adds an annotation to the audit event. The API server prefixes the key with the webhook's name. */
  annotate(key: string, value: string): void {
    this.auditAnnotations[key] = value
  }
}
