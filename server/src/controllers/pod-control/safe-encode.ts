/** Letters and digits that cannot form words and are not easily confused. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789'

/** A text of which each character is replaced by one that is safe in names. Source: `rand.SafeEncodeString` of k8s.io/apimachinery. */
export function safeEncode(text: string): string {
  return Array.from(text, (character) => alphabet[character.charCodeAt(0) % alphabet.length]).join('')
}
