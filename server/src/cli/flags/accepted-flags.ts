import type { FlagGroup, FlagKind } from '../flag.js'

/** Flags of kube-apiserver by the titles that its help has: `name` is text, `name:kind` something else. */
const upstream: Readonly<Record<string, string>> = {
  'Generic flags': `cors-allowed-origins:strings emulated-version:strings emulation-forward-compatible:boolean
    goaway-chance:number livez-grace-period:duration min-request-timeout:integer
    runtime-config-emulation-forward-compatible:boolean shutdown-delay-duration:duration
    shutdown-send-retry-after:boolean shutdown-watch-termination-grace-period:duration
    storage-initialization-timeout:duration strict-transport-security-directives:strings`,
  'Etcd flags': `default-watch-cache-size:integer delete-collection-workers:integer enable-garbage-collector:boolean
    encryption-provider-config-automatic-reload:boolean etcd-count-metric-poll-period:duration
    etcd-db-metric-poll-interval:duration etcd-healthcheck-timeout:duration etcd-prefix
    etcd-readycheck-timeout:duration etcd-servers-overrides:strings lease-reuse-duration-seconds:integer
    storage-backend storage-media-type watch-cache:boolean watch-cache-sizes:strings`,
  'Secure serving flags': `disable-http2-serving:boolean http2-max-streams-per-connection:integer
    permit-address-sharing:boolean permit-port-sharing:boolean tls-cipher-suites:strings
    tls-curve-preferences:strings tls-min-version tls-sni-cert-key:strings`,
  'Auditing flags': `audit-log-batch-buffer-size:integer audit-log-batch-max-size:integer
    audit-log-batch-max-wait:duration audit-log-batch-throttle-burst:integer audit-log-batch-throttle-enable:boolean
    audit-log-batch-throttle-qps:number audit-log-compress:boolean audit-log-format audit-log-maxage:integer
    audit-log-maxbackup:integer audit-log-maxsize:integer audit-log-mode audit-log-path
    audit-log-truncate-enabled:boolean audit-log-truncate-max-batch-size:integer
    audit-log-truncate-max-event-size:integer audit-log-version audit-policy-file
    audit-webhook-batch-buffer-size:integer audit-webhook-batch-max-size:integer
    audit-webhook-batch-max-wait:duration audit-webhook-batch-throttle-burst:integer
    audit-webhook-batch-throttle-enable:boolean audit-webhook-batch-throttle-qps:number audit-webhook-config-file
    audit-webhook-initial-backoff:duration audit-webhook-mode audit-webhook-truncate-enabled:boolean
    audit-webhook-truncate-max-batch-size:integer audit-webhook-truncate-max-event-size:integer audit-webhook-version`,
  'Features flags': 'debug-socket-path',
  'Authentication flags': `authentication-config authentication-token-webhook-cache-ttl:duration
    authentication-token-webhook-config-file authentication-token-webhook-version enable-bootstrap-token-auth:boolean
    oidc-ca-file oidc-client-id oidc-groups-claim oidc-groups-prefix oidc-issuer-url oidc-required-claim:map
    oidc-signing-algs:strings oidc-username-claim oidc-username-prefix requestheader-allowed-names:strings
    requestheader-client-ca-file requestheader-extra-headers-prefix:strings requestheader-group-headers:strings
    requestheader-uid-headers:strings requestheader-username-headers:strings service-account-signing-endpoint`,
  'Authorization flags': `authorization-config authorization-policy-file
    authorization-webhook-cache-authorized-ttl:duration authorization-webhook-cache-unauthorized-ttl:duration
    authorization-webhook-config-file authorization-webhook-version`,
  'Egress selector flags': 'egress-selector-config-file',
  'Admission flags': 'admission-control:strings',
  'Logs flags': `log-flush-frequency:duration log-json-info-buffer-size log-json-split-stream:boolean
    log-text-info-buffer-size log-text-split-stream:boolean logging-format v:integer vmodule`,
  'Traces flags': 'tracing-config-file',
  'Misc flags': `allow-privileged:boolean
    cloud-provider-gce-l7lb-src-cidrs coordinated-leadership-lease-duration:duration
    coordinated-leadership-renew-deadline:duration coordinated-leadership-retry-period:duration
    kubelet-port:integer kubelet-read-only-port:integer kubelet-timeout:duration
    max-connection-bytes-per-sec:integer peer-advertise-ip peer-advertise-port peer-ca-file proxy-client-cert-file
    proxy-client-key-file`,
}

/**
 * The groups with every flag of kube-apiserver that they lack: it is taken, so that command lines of kube-apiserver work, and
 * has no effect.
 */
export function withAcceptedFlags(groups: readonly FlagGroup[]): readonly FlagGroup[] {
  const known = new Set(groups.flatMap(({ flags }) => flags.map(({ name }) => name)))
  const result = new Map(groups.map((group) => [group.title, group]))
  for (const [title, text] of Object.entries(upstream)) {
    const added = text
      .split(/\s+/)
      .map((each) => each.split(':') as [string, FlagKind?])
      .filter(([name]) => !known.has(name))
      .map(([name, kind = 'string']) => ({ name, kind, help: 'See kube-apiserver.', ignored: true }))
    if (added.length === 0) continue
    const group = result.get(title)
    result.set(title, { title, flags: [...(group?.flags ?? []), ...added] })
  }
  return [...result.values()]
}
