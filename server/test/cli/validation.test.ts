import { describe, expect, it } from 'vitest'
import { flagGroups } from '../../src/cli/flags.js'
import { validateFlags } from '../../src/cli/validation/validate-flags.js'
import { parseFlags, UsageError } from '../../src/flags/flag.js'
import { FlagValues } from '../../src/flags/flag-values.js'

const validate = (...args: string[]): void => validateFlags(new FlagValues(flagGroups, parseFlags(flagGroups, args)))

// Facts of the tests of `Validate` in k8s.io/apiserver/pkg/server/options and pkg/kubeapiserver/options.
describe('flags with values that make no sense', () => {
  it.each([
    ['--max-requests-inflight=-1', '--max-requests-inflight can not be negative value'],
    ['--max-mutating-requests-inflight=-1', '--max-mutating-requests-inflight can not be negative value'],
    ['--request-timeout=-1s', '--request-timeout can not be negative value'],
    ['--min-request-timeout=-1', '--min-request-timeout can not be negative value'],
    ['--shutdown-delay-duration=-1s', '--shutdown-delay-duration can not be negative value'],
    ['--livez-grace-period=-1s', '--livez-grace-period can not be a negative value'],
    [
      '--shutdown-watch-termination-grace-period=-1s',
      'shutdown-watch-termination-grace-period, if provided, can not be a negative value',
    ],
    ['--goaway-chance=0.03', '--goaway-chance can not be less than 0 or greater than 0.02'],
    [
      '--strict-transport-security-directives=fakeDirective',
      '--strict-transport-security-directives invalid, allowed values',
    ],
    ['--strict-transport-security-directives=max-age=1,', 'empty value in strict-transport-security-directives'],
    ['--cors-allowed-origins=example.com', 'regular expression does not pin to start/end of host in the origin header'],
    ['--cors-allowed-origins=^(', '--cors-allowed-origins has an invalid regular expression: '],
    [
      '--emulation-forward-compatible',
      'ServerRunOptions.EmulationForwardCompatible cannot be set to true if the emulation version is the same as the binary version',
    ],
    [
      '--secure-port=65536',
      '--secure-port 65536 must be between 0 and 65535, inclusive. 0 for turning off secure port',
    ],
    ['--requestheader-allowed-names=a, ', 'empty value in "requestheader-allowed-names"'],
    [
      '--requestheader-uid-headers=x-uid',
      '--requestheader-uid-headers is set without specifying the standard X-Remote-Uid',
    ],
    [
      '--oidc-username-claim=a',
      'oidc-issuer-url and oidc-client-id must be specified together when any oidc-* flags are set',
    ],
    ['--service-account-issuer=http://[', "contained a ':' but was not a valid URL"],
    ['--service-account-max-token-expiration=59m', 'must be between 1 hour and 2^32 seconds'],
    ['--authorization-mode=', 'at least one authorization-mode must be passed'],
    ['--authorization-mode=Foo', 'authorization-mode "Foo" is not a valid mode'],
    ['--authorization-mode=RBAC,RBAC', 'authorization-mode ["RBAC" "RBAC"] has mode specified more than once'],
    ['--authorization-mode=Webhook', "authorization-mode Webhook's authorization config file not passed"],
    [
      '--authorization-webhook-config-file=x',
      'cannot specify --authorization-webhook-config-file without mode Webhook',
    ],
    [
      '--authorization-config=x --authorization-mode=RBAC',
      '--authorization-config can not be specified when --authorization-mode or --authorization-webhook-* flags are defined',
    ],
    [
      '--audit-log-path=x --audit-log-mode=foo',
      'invalid audit log mode foo, allowed modes are "batch,blocking,blocking-strict"',
    ],
    ['--audit-log-path=x --audit-log-format=foo', 'invalid audit log format foo, allowed formats are "json"'],
    ['--audit-log-path=x --audit-log-maxsize=-1', "--audit-log-maxsize -1 can't be a negative number"],
    ['--audit-log-path=x --audit-log-version=audit.k8s.io/v1beta1', 'invalid group version, allowed versions are'],
    [
      '--audit-webhook-config-file=x --audit-webhook-batch-buffer-size=0',
      'invalid audit batch webhook buffer size 0, must be a positive number',
    ],
    [
      '--audit-webhook-config-file=x --audit-webhook-batch-throttle-qps=0',
      'invalid audit batch webhook throttle QPS 0, must be a positive number',
    ],
    [
      '--audit-webhook-config-file=x --audit-webhook-truncate-max-event-size=-1',
      'invalid audit truncate webhook max event size -1, must be a positive number',
    ],
    [
      '--audit-webhook-config-file=x --audit-webhook-truncate-max-event-size=2 --audit-webhook-truncate-max-batch-size=1',
      'invalid audit truncate webhook max batch size 1, must be greater than max event size (2)',
    ],
    [
      '--runtime-config=flowcontrol.apiserver.k8s.io/v1=false',
      '--runtime-config=flowcontrol.apiserver.k8s.io/v1=false conflicts with --enable-priority-and-fairness=true',
    ],
    ['--kubernetes-service-node-port=-1', '--kubernetes-service-node-port -1 must be between 0 and 65535, inclusive.'],
    ['--kubernetes-service-node-port=1', "kubernetes service port range 30000-32767 doesn't contain 1"],
  ])('%s is refused', (flags, message) => {
    const args = flags.split(/ (?=--)/)
    expect(() => validate(...args)).toThrow(UsageError)
    expect(() => validate(...args)).toThrow(message)
  })

  it('are all reported at once', () => {
    expect(() => validate('--min-request-timeout=-1', '--audit-log-path=x', '--audit-log-maxage=-1')).toThrow(
      "[--min-request-timeout can not be negative value, --audit-log-maxage -1 can't be a negative number]",
    )
  })
})

it.each([
  '--cors-allowed-origins=//example\\.com(:|$),^https://example\\.org$',
  '--strict-transport-security-directives=max-age=31536000,includeSubDomains,preload',
  // Backends that are not used are not looked at.
  '--audit-log-mode=foo',
  '--audit-webhook-batch-buffer-size=0 --audit-webhook-config-file=x --audit-webhook-mode=blocking',
  '--service-account-max-token-expiration=1h',
  '--runtime-config=api/all=false,api/ga=true',
  '--kubernetes-service-node-port=30001',
  '--authorization-mode=Node,RBAC',
])('%s is taken', (flags) => {
  expect(() => validate(...flags.split(/ (?=--)/))).not.toThrow()
})
