import type { FlagGroup, FlagKind } from '../../flags/flag.js'

/** Flags of kube-apiserver by the titles that its help has: `name` is text, `name:kind` something else. */
const upstream: Readonly<Record<string, string>> = {
  'Generic flags': `emulation-forward-compatible:boolean runtime-config-emulation-forward-compatible:boolean
    storage-initialization-timeout:duration`,
  'Etcd flags': 'default-watch-cache-size:integer',
  'Secure serving flags': 'permit-address-sharing:boolean',
  'Features flags': 'debug-socket-path',
  'Egress selector flags': 'egress-selector-config-file',
  'Logs flags': `log-flush-frequency:duration log-json-info-buffer-size log-text-info-buffer-size vmodule`,
  'Traces flags': 'tracing-config-file',
  'Misc flags': `cloud-provider-gce-l7lb-src-cidrs coordinated-leadership-lease-duration:duration
    coordinated-leadership-renew-deadline:duration coordinated-leadership-retry-period:duration
    kubelet-port:integer kubelet-read-only-port:integer kubelet-timeout:duration
    max-connection-bytes-per-sec:integer peer-advertise-ip peer-advertise-port peer-ca-file`,
}

/** Why a flag has no effect. */
const reasons: Readonly<Record<string, string>> = {
  'cloud-provider-gce-l7lb-src-cidrs': 'Concerns firewalls of a cloud provider.',
  'coordinated-leadership-lease-duration': 'This server has no coordinated leader election.',
  'coordinated-leadership-renew-deadline': 'This server has no coordinated leader election.',
  'coordinated-leadership-retry-period': 'This server has no coordinated leader election.',
  'debug-socket-path': 'Profiles are served only at /debug/pprof/.',
  'default-watch-cache-size': 'Deprecated upstream, without effect there: caches size themselves.',
  'egress-selector-config-file': 'The server opens all connections itself.',
  'emulation-forward-compatible':
    'A server of an emulated version has the versions of that release alone; true is refused without one, as upstream.',
  'kubelet-port': 'The status of a node has the port of its kubelet.',
  'kubelet-read-only-port': 'Deprecated upstream.',
  'kubelet-timeout': 'Requests to kubelets end with the client request.',
  'log-flush-frequency': 'Logs are not buffered.',
  'log-json-info-buffer-size': 'Logs are not buffered.',
  'log-text-info-buffer-size': 'Logs are not buffered.',
  'max-connection-bytes-per-sec': 'The bandwidth of connections is not limited.',
  'peer-advertise-ip': 'Servers do not proxy requests to each other.',
  'peer-advertise-port': 'Servers do not proxy requests to each other.',
  'peer-ca-file': 'Servers do not proxy requests to each other.',
  'permit-address-sharing': 'Node always allows shared addresses.',
  'runtime-config-emulation-forward-compatible':
    'A server of an emulated version has the versions of that release alone; true is refused without one, as upstream.',
  'storage-initialization-timeout':
    'The command waits 20 seconds for etcd, as upstream, and exits if it does not answer.',
  'tracing-config-file': 'The server exports no traces.',
  vmodule: 'The verbosity is the same for all files.',
}

/**
 * The groups with every flag of kube-apiserver that they lack: it is accepted, so that command lines of kube-apiserver work,
 * but has no effect.
 */
export function withAcceptedFlags(groups: readonly FlagGroup[]): readonly FlagGroup[] {
  const known = new Set(groups.flatMap(({ flags }) => flags.map(({ name }) => name)))
  const result = new Map(groups.map((group) => [group.title, group]))
  for (const [title, text] of Object.entries(upstream)) {
    const added = text
      .split(/\s+/)
      .map((each) => each.split(':') as [string, FlagKind?])
      .filter(([name]) => !known.has(name))
      .map(([name, kind = 'string']) => ({ name, kind, help: reasons[name] ?? 'See kube-apiserver.', ignored: true }))
    if (added.length === 0) continue
    const group = result.get(title)
    result.set(title, { title, flags: [...(group?.flags ?? []), ...added] })
  }
  return [...result.values()]
}
