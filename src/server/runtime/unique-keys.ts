/** Detects a key that occurs twice in one object of a JSON text: programs disagree on which of the values counts. */

/** For valid JSON; any result for other text. */
export function hasDuplicateKey(json: string): boolean {
  const keysOfObjects: (Set<string> | undefined)[] = []
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{') keysOfObjects.push(new Set())
    else if (character === '[') keysOfObjects.push(undefined)
    else if (character === '}' || character === ']') keysOfObjects.pop()
    else if (character === '"') {
      const end = endOfString(json, at)
      const keys = keysOfObjects.at(-1)
      if (keys !== undefined && isKey(json, end)) {
        const key = keyOf(json.slice(at, end + 1))
        if (keys.has(key)) return true
        keys.add(key)
      }
      at = end
    }
  }
  return false
}

/** The index of the closing quote. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    if (json[at] === '"') return at
    if (json[at] === '\\') at += 1
  }
  return json.length
}

/** A string before a colon is a key. */
function isKey(json: string, end: number): boolean {
  let at = end + 1
  while (json[at] === ' ' || json[at] === '\t' || json[at] === '\n' || json[at] === '\r') at += 1
  return json[at] === ':'
}

/** Different escapes can write the same key. */
function keyOf(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1)
  try {
    return String(JSON.parse(literal))
  } catch {
    return literal
  }
}
