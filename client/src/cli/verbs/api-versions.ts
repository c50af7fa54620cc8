import { connect, globalHelp, globalOptions } from '../global-options.js'
import { parseArguments } from '../parse-arguments.js'
import type { Verb } from '../verb.js'

/** Lists the groups and versions that the server serves. */
export const apiVersions: Verb = {
  summary: 'list the API versions that the server serves',
  help: `usage: apimachinery-client api-versions [options]

${globalHelp}`,
  run: async (args, io) => {
    const { values } = parseArguments({ args: [...args], options: globalOptions })
    const { client } = await connect(values, io)
    try {
      client.discovery.invalidate()
      const { groups } = await client.discovery.discovery()
      const versions = groups.flatMap((group) => group.versions.map(({ groupVersion }) => groupVersion))
      io.write(
        [...new Set(versions)]
          .sort()
          .map((version) => `${version}\n`)
          .join(''),
      )
      return 0
    } finally {
      await client.close()
    }
  },
}
