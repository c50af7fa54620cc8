/** Observes the tokens of one issuer. */
export interface IssuerObserver {
  /** A token of the issuer was verified. */
  authenticated(succeeded: boolean, seconds: number): void
  /** Its keys were read at this time in milliseconds; the document is absent where they could not be. */
  keysRead(at: number, document: string | undefined): void
  /** The issuer is configured no more. */
  removed(): void
}
