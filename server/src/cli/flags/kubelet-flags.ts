import type { FlagGroup } from '../../flags/flag.js'

/** How kubelets are reached. */
export const kubeletFlags: FlagGroup = {
  title: 'Kubelet flags',
  flags: [
    { name: 'kubelet-client-certificate', kind: 'string', help: 'PEM file with the client certificate for kubelets.' },
    { name: 'kubelet-client-key', kind: 'string', help: 'PEM file with the key of --kubelet-client-certificate.' },
    {
      name: 'kubelet-certificate-authority',
      kind: 'string',
      help: 'PEM file with the certificate authority of kubelets; without it their certificates are not verified.',
    },
    {
      name: 'kubelet-preferred-address-types',
      kind: 'strings',
      help: 'Node address types for connections to kubelets, in order of preference.',
      fallback: 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
    },
  ],
}
