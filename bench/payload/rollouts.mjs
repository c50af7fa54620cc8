/** Deployments, and pods of each. */
export const [deployments, replicas] = [20, 20]

const namespace = 'default'
const controllers = ['deployment-controller', 'replicaset-controller', 'node']

function deployment(name, image) {
  const labels = { app: name }
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image }] } }
  return { metadata: { name, namespace }, spec: { replicas, selector: { matchLabels: labels }, template } }
}

function isRolledOut({ metadata, status }) {
  const counts = [status?.replicas, status?.updatedReplicas, status?.availableReplicas]
  return status?.observedGeneration === metadata.generation && counts.every((count) => count === replicas)
}

/** Milliseconds that a call takes, and CPU time of this process. */
async function cost(run) {
  const [before, started] = [process.cpuUsage(), performance.now()]
  await run()
  const { user, system } = process.cpuUsage(before)
  return { wall: performance.now() - started, cpu: (user + system) / 1000 }
}

/**
 * Creates 20 Deployments of 20 pods on a server with controllers and simulated nodes, and rolls another image out.
 *
 * @param modules - `TestServer`, the kind `Deployment`, and a clock, if the cluster's time is to stand still.
 * @returns the cost of the start, of the creation and of the rollout, and the requests of the rollout by verb and resource.
 */
export async function rollOut({ TestServer, Deployment, clock }) {
  let server
  const start = await cost(async () => {
    server = await TestServer.start({ controllers, nodes: { nodes: 10 }, ...(clock && { clock }) })
  })
  const settled = async () => {
    for (;;) {
      const { items } = await server.client.list(Deployment, { namespace })
      if (items.length === deployments && items.every(isRolledOut)) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  const names = Array.from({ length: deployments }, (_, index) => `web-${index}`)
  const create = await cost(async () => {
    await Promise.all(names.map((name) => server.client.create(new Deployment(deployment(name, 'app:1')))))
    await settled()
  })
  server.requests.clear()
  const rollout = await cost(async () => {
    await Promise.all(
      names.map(async (name) => {
        const before = await server.client.get(Deployment, { name, namespace })
        const { spec } = deployment(name, 'app:2')
        await server.client.update(new Deployment({ ...before, spec: { ...before.spec, template: spec.template } }))
      }),
    )
    await settled()
  })
  const requests = {}
  for (const { verb, resource, subresource, status } of server.requests.list()) {
    const name = `${verb} ${resource}${subresource ? `/${subresource}` : ''}${status >= 400 ? ` ${status}` : ''}`
    requests[name] = (requests[name] ?? 0) + 1
  }
  await server.stop()
  return { start, create, rollout, requests }
}
