/**
 * One text for one value, whatever the machine or the library: what hashes of events and of the state are taken of.
 * Fields are written in the order an object has them, so objects of one type must be built in one way.
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
