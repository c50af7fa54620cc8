/** A request that a kubelet refuses, in plain text. */
export class KubeletError extends Error {
  override readonly name = 'KubeletError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}
