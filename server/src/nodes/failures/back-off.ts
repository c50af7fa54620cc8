const first = 10_000
const longest = 300_000

/** The pause before the n-th try after the first one, in milliseconds: 10 seconds, doubled up to 5 minutes. */
export function backOffBefore(retry: number): number {
  return Math.min(first * 2 ** Math.min(retry - 1, 10), longest)
}

/** How many tries there were after some milliseconds since the first one. */
export function triesAfter(elapsed: number): number {
  let [tries, at] = [1, 0]
  while (at + backOffBefore(tries) <= elapsed) {
    at += backOffBefore(tries)
    tries += 1
  }
  return tries
}

/** When a try comes, in milliseconds after the first one. */
export function timeOfTry(number: number): number {
  let at = 0
  for (let retry = 1; retry < number; retry++) at += backOffBefore(retry)
  return at
}
