import type { FlagGroup } from '../../flags/flag.js'

/** Flags of what runs beside the server: controllers, as kube-controller-manager names them. */
export const controllerFlags: FlagGroup = {
  title: 'Controller flags',
  flags: [
    {
      name: 'controllers',
      kind: 'strings',
      help: "Controllers to run in this process, none by default: '*' for those that kube-controller-manager runs by default, 'all', 'foo' for the one named foo, '-foo' to leave it out.",
    },
    {
      name: 'nodes',
      kind: 'string',
      help: 'Nodes to simulate in this process, with the pods on them: how many are created, or the file of a configuration of kwok, whose stages nodes with the annotation kwok.x-k8s.io/node=fake and their pods go through.',
    },
    {
      name: 'nodes-allow-local',
      kind: 'boolean',
      fallback: 'false',
      help: 'Let the file of --nodes use this machine: who may exec into a pod runs commands here with the rights of the server where the file has Exec or ClusterExec of kwok, and ports of pods lead to the addresses and commands that it names.',
    },
  ],
}
