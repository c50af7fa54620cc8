/** A function of objects that computes each answer once, and keeps it as long as its object lives. */
export function weakMemo<K extends object, V extends NonNullable<unknown>>(compute: (key: K) => V): (key: K) => V {
  const answers = new WeakMap<K, V>()
  return (key) => {
    let answer = answers.get(key)
    if (answer === undefined) {
      answer = compute(key)
      answers.set(key, answer)
    }
    return answer
  }
}
