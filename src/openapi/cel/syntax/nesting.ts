import { type CELNode, partsOfNode } from './cel-syntax.js'

/** Reports whether operators, fields, indexes and calls of methods nest deeper than a limit: Go counts these. */
export function nestsDeeperThan(node: CELNode, limit: number): boolean {
  const left = isCounted(node) ? limit - 1 : limit
  return left < 0 || partsOfNode(node).some((part) => nestsDeeperThan(part, left))
}

const uncounted: ReadonlySet<string> = /* @__PURE__ */ new Set(['_||_', '_&&_', '-_', '!_'])

function isCounted(node: CELNode): boolean {
  if (node.op === 'select') return true
  if (node.op !== 'call') return false
  // Names of operators have other characters than those of functions.
  return node.target !== undefined || (/[^\w.]/.test(node.name) && !uncounted.has(node.name))
}
