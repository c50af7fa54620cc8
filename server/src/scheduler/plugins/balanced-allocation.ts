import { maxScore, type ScorePlugin } from '../framework/plugin.js'

/** Prefers nodes where the pod brings the shares of CPU and memory in use closer together. Source: plugins/noderesources/balanced_allocation.go. */
export const balancedAllocation: ScorePlugin = {
  name: 'NodeResourcesBalancedAllocation',
  weight: 1,
  prepareScore({ requests: { cpu, memory } }) {
    if (cpu === 0 && memory === 0) return undefined
    return {
      score({ allocatable, requested }) {
        if (allocatable.cpu === 0 || allocatable.memory === 0) return unbalanced
        const before = balance(requested.cpu / allocatable.cpu, requested.memory / allocatable.memory)
        const after = balance((requested.cpu + cpu) / allocatable.cpu, (requested.memory + memory) / allocatable.memory)
        return maxScore / 2 + Math.trunc((maxScore / 2 + after - before) / 2)
      },
    }
  },
}

/** With one resource nothing can get out of balance. */
const unbalanced = maxScore / 2 + maxScore / 4

/** 100 where both shares are the same, 50 where one is full and the other is empty. */
function balance(a: number, b: number): number {
  const deviation = Math.abs((Math.min(a, 1) - Math.min(b, 1)) / 2)
  return Math.trunc((1 - deviation) * maxScore)
}
