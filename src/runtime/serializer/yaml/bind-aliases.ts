import { isAlias, isPair, type ParsedNode } from 'yaml'
import type { ComposedDocument } from './compose.js'
import { yamlError } from './yaml-error.js'

/**
 * Finds the node that each alias stands for: the last one before it with that anchor.
 *
 * @throws YAMLSyntaxError for an alias without an anchor before it.
 */
export function bindAliases({ text, root, positionOf }: ComposedDocument): ReadonlyMap<ParsedNode, ParsedNode> {
  const targets = new Map<ParsedNode, ParsedNode>()
  if (root === null || !text.includes('*')) return targets
  const anchors = new Map<string, ParsedNode>()
  const pending: unknown[] = [root]
  while (pending.length > 0) {
    const node = pending.pop() as ParsedNode | null | undefined
    if (node === null || node === undefined) continue
    if (isPair(node)) {
      pending.push((node as { value?: unknown }).value, (node as { key: unknown }).key)
      continue
    }
    if (isAlias(node)) {
      const target = anchors.get(node.source)
      if (target === undefined) {
        throw yamlError(`unknown anchor '${node.source}' referenced`, positionOf(node.range[0]))
      }
      targets.set(node, target)
      continue
    }
    if (node.anchor !== undefined) anchors.set(node.anchor, node)
    if ('items' in node) pending.push(...node.items.toReversed())
  }
  return targets
}
