import { buildGoOperator, nodeProgram, peerIsInstalled } from '../harness/operator-programs.mjs'
import { OperatorServer, objects } from '../harness/operator-server.mjs'
import { OperatorSession } from '../harness/operator-session.mjs'

const programs = [
  { title: 'this package', command: () => nodeProgram('ours.mjs') },
  {
    title: 'client-node',
    command: () => (peerIsInstalled('@kubernetes/client-node') ? nodeProgram('client-node.mjs') : undefined),
  },
  { title: 'controller-runtime', command: buildGoOperator },
]

/** The measurements of each program: one session of each in each round. */
const quantities = [
  { title: 'start to synced', unit: 'ms', of: ({ synced }) => synced },
  { title: 'CPU until synced', unit: 'ms', of: ({ cpuUntilSynced }) => cpuUntilSynced },
  { title: 'resident memory when synced', unit: 'MB', of: ({ memory }) => memory },
  { title: 'CPU per event', unit: 'µs', of: ({ cpuPerEvent }) => cpuPerEvent },
  { title: 'recovery after a restart of the server', unit: 'ms', of: ({ recovery }) => recovery },
]

/** The programs take turns; one session of a program answers for all its quantities of a round. */
class Sessions {
  commands = new Map()
  #results = new Map()
  #asked = new Map()

  of(title, quantity) {
    const round = this.#asked.get(quantity + title) ?? 0
    this.#asked.set(quantity + title, round + 1)
    const results = this.#results.get(title) ?? []
    this.#results.set(title, results)
    results[round] ??= this.#last = this.#last.then(() =>
      new OperatorSession(this.server, this.commands.get(title)).run(),
    )
    return results[round]
  }

  #last = Promise.resolve()
}

export const workload = {
  name: 'Operators on three clients',
  about: `One operator, written three times: on this package, on @kubernetes/client-node with a queue of 30 lines, and on Go's controller-runtime. It watches ${objects.toLocaleString('en')} ConfigMaps of 1 KB and copies one field of each to another when they differ, with four workers and no limit of requests. The server is this repository's, with its embedded store, in a process of its own. An event is a change by somebody else; its cost includes reading it, one update, and reading that. For the recovery the server is killed, and started again after 3 s; the time is from its being ready to a change of that moment being followed.`,
  unit: '',
  rounds: 3,
  async setup() {
    const sessions = new Sessions()
    sessions.server = await OperatorServer.start()
    for (const { title, command } of programs) {
      const found = await command()
      if (found !== undefined) sessions.commands.set(title, found)
    }
    return sessions
  },
  operations: quantities.flatMap(({ title: quantity, unit, of }) =>
    programs.map(({ title }, index) => ({
      name: `${title}: ${quantity}`,
      unit,
      ...(index > 0 && { baseline: `${programs[0].title}: ${quantity}` }),
      when: ({ commands }) => commands.has(title),
      measure: async (sessions) => of(await sessions.of(title, quantity)),
    })),
  ),
}
