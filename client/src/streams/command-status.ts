import { fromObject, type Status, StatusReason } from 'apimachinery/errors'

/** How a command in a container ended. */
export interface CommandStatus {
  /** 0 for success. */
  readonly exitCode: number
  /** The status of the server. */
  readonly status: Status
}

/** Reads the message of the error channel. @throws StatusError for anything but an exit code. */
export function commandStatus(data: Uint8Array): CommandStatus {
  const status: Status & { reason?: string } = JSON.parse(new TextDecoder().decode(data))
  if (status.status === 'Success') return { exitCode: 0, status }
  const cause = status.details?.causes?.find(({ reason }) => reason === 'ExitCode')
  if (status.reason === 'NonZeroExitCode' && cause !== undefined) {
    return { exitCode: Number.parseInt(cause.message ?? '', 10) || 1, status }
  }
  throw fromObject({ kind: 'Status', apiVersion: 'v1', ...status, reason: status.reason ?? StatusReason.Unknown })
}
