import type { Pod } from 'apimachinery/api/core/v1'

/** Failures that are asked for come before other stages. */
export const failureWeight = (): number => 1_000_000

/** A pod as kubelets write it in messages. */
export function podText({ metadata }: Pod): string {
  return `${metadata?.name ?? ''}_${metadata?.namespace ?? ''}(${metadata?.uid ?? ''})`
}

/** Milliseconds since 1970 of a time. */
export function timeOf(text: string | undefined, otherwise: number): number {
  return text === undefined ? otherwise : Date.parse(text)
}
