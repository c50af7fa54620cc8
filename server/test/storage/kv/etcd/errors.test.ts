import { status } from '@grpc/grpc-js'
import { describe, expect, it } from 'vitest'
import { cancelError, etcdError, isTokenInvalid, wasNotSent } from '../../../../src/storage/kv/etcd/etcd-error.js'

const grpcError = (code: number, details: string) => Object.assign(new Error(details), { code, details }) as never

describe('an error of etcd', () => {
  it.each([
    [status.OUT_OF_RANGE, 'etcdserver: mvcc: required revision has been compacted', 'Compacted'],
    [status.OUT_OF_RANGE, 'etcdserver: mvcc: required revision is a future revision', 'FutureRevision'],
    [status.UNAVAILABLE, 'etcdserver: no leader', 'NoLeader'],
    [status.UNAVAILABLE, 'etcdserver: leader changed', 'NoLeader'],
    [status.RESOURCE_EXHAUSTED, 'etcdserver: mvcc: database space exceeded', 'QuotaExceeded'],
    [status.INVALID_ARGUMENT, 'etcdserver: request is too large', 'RequestTooLarge'],
    [status.RESOURCE_EXHAUSTED, 'grpc: received message larger than max (3 vs. 2)', 'RequestTooLarge'],
    [status.NOT_FOUND, 'etcdserver: requested lease not found', 'LeaseNotFound'],
    [status.UNAVAILABLE, 'etcdserver: request timed out', 'DeadlineExceeded'],
    [status.DEADLINE_EXCEEDED, 'Deadline exceeded', 'DeadlineExceeded'],
    [status.DEADLINE_EXCEEDED, 'x', 'DeadlineExceeded'],
    [status.INVALID_ARGUMENT, 'x', 'InvalidArgument'],
    [status.FAILED_PRECONDITION, 'x', 'InvalidArgument'],
    [status.OUT_OF_RANGE, 'x', 'InvalidArgument'],
    [status.PERMISSION_DENIED, 'x', 'PermissionDenied'],
    [status.UNAUTHENTICATED, 'x', 'PermissionDenied'],
    [status.INVALID_ARGUMENT, 'etcdserver: user name is empty', 'PermissionDenied'],
    [status.DATA_LOSS, 'x', 'Corrupt'],
    [status.UNKNOWN, 'etcdserver: corrupt cluster', 'Corrupt'],
    [status.UNKNOWN, 'x', 'Unavailable'],
    [status.UNAVAILABLE, 'x', 'Unavailable'],
    [status.UNAVAILABLE, 'no leader', 'Unavailable'],
  ])('%i %j is %s', (code, details, found) => {
    const cause = grpcError(code, details)
    expect(etcdError(cause)).toMatchObject({ code: found, message: details, cause })
  })

  it.each([
    ['', 0, 'Unavailable', 'the watch was canceled'],
    ['other', 0, 'Unavailable', 'other'],
    ['etcdserver: permission denied', 0, 'PermissionDenied', 'etcdserver: permission denied'],
    ['other', 7, 'Compacted', 'etcdserver: mvcc: required revision has been compacted'],
  ])('for the reason %j of a watch, compacted at %i, is %s', (...[reason, revision, code, message]) => {
    expect(cancelError(reason, revision)).toMatchObject({
      code,
      message,
      compactRevision: revision === 0 ? undefined : revision,
    })
  })

  it.each([
    [status.UNAVAILABLE, 'No connection established', true],
    [status.UNAVAILABLE, 'connect ECONNREFUSED 127.0.0.1:1', true],
    [status.UNAVAILABLE, 'Name resolution failed', true],
    [status.UNAVAILABLE, 'Connection dropped', false],
    [status.UNKNOWN, 'No connection established', false],
  ])('%i %j was surely not sent: %s', (code, details, sure) => {
    expect(wasNotSent(grpcError(code, details))).toBe(sure)
  })

  it.each([
    [status.UNAUTHENTICATED, 'x', true],
    [status.UNKNOWN, 'etcdserver: invalid auth token', true],
    [status.UNKNOWN, 'x', false],
  ])('%i %j is of the token: %s', (code, details, is) => {
    expect(isTokenInvalid(grpcError(code, details))).toBe(is)
  })
})
