const nameOf = ({ functionName, url, lineNumber }) =>
  `${functionName || '(anonymous)'} ${url.replace(/^.*\/(?=[^/]+\/[^/]+$)/, '')}:${lineNumber + 1}`

const notWork = /^\((?:idle|program|root)\)|^(?:dispatch|post) /

/** Prints the time of every function by itself, then the tree of calls: shares of the time that the process worked. */
export function report({ nodes, samples, timeDeltas }) {
  const self = new Map()
  for (const [i, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + timeDeltas[i])
  const byID = new Map(nodes.map((node) => [node.id, node]))
  const own = new Map()
  const collect = (node) => {
    const name = nameOf(node.callFrame)
    const time = notWork.test(name) ? 0 : (self.get(node.id) ?? 0)
    own.set(name, (own.get(name) ?? 0) + time)
    const children = (node.children ?? []).map((id) => collect(byID.get(id)))
    return { name, children, time: children.reduce((sum, child) => sum + child.time, time) }
  }
  const root = collect(nodes[0])
  const share = (time) => `${((time * 100) / root.time).toFixed(1).padStart(5)} %`
  console.log(`busy ${(root.time / 1000).toFixed(0)} ms\n`)
  const most = [...own].sort(([, a], [, b]) => b - a).slice(0, 60)
  for (const [name, time] of most) console.log(`${share(time)}  ${name}`)
  const show = ({ name, children, time }, depth) => {
    if (time < root.time / 150) return
    console.log(`${share(time)} ${' '.repeat(depth)}${name}`)
    for (const child of children.sort((a, b) => b.time - a.time)) show(child, depth + 1)
  }
  show(root, 0)
}
