import type { FlagGroup } from '../flag.js'

/** How kubelets are reached. */
export const kubeletFlags: FlagGroup = {
  title: 'Kubelet flags',
  flags: [
    { name: 'kubelet-client-certificate', kind: 'string', help: 'PEM file with the client certificate for kubelets.' },
    { name: 'kubelet-client-key', kind: 'string', help: 'PEM file with the key of --kubelet-client-certificate.' },
    {
      name: 'kubelet-certificate-authority',
      kind: 'string',
      help: 'PEM file with the authority of kubelets; they are not verified without one.',
    },
    {
      name: 'kubelet-preferred-address-types',
      kind: 'strings',
      help: 'Which address of a node is taken for its kubelet, best first.',
      fallback: 'Hostname,InternalDNS,InternalIP,ExternalDNS,ExternalIP',
    },
  ],
}
