/**
 * One text for one value, on every machine and with every library: event hashes and state hashes are computed from it.
 * Fields are written in the order in which the object has them, so all objects of a type must be built the same way.
 */
export function canonicalText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value)
    case 'bigint':
      return `${value}n`
    case 'object':
      return value === null ? '~' : compound(value)
    case 'undefined':
      return '~'
    default:
      return String(value)
  }
}

function compound(value: object): string {
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${canonicalText(item)},`
    return `[${text}]`
  }
  for (const name in value) text += `${name}:${canonicalText((value as Record<string, unknown>)[name])},`
  return `{${text}}`
}
