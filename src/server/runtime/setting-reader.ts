/** Reads single settings. An invalid value throws `BadSetting` with a message that names the variable. */

export type Environment = Readonly<Record<string, string | undefined>>
export type EnvironmentReader = ReturnType<typeof reader>

export class BadSetting extends Error {}

/** An empty value counts as unset, as `NAME=` in an env file. */
export function reader(environment: Environment) {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined

  function choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = text(name)
    if (value === undefined) return fallback
    const found = allowed.find((each) => each === value)
    if (found === undefined) throw new BadSetting(`${name} must be one of ${allowed.join(', ')}; it is "${value}"`)
    return found
  }

  const boolean = (name: string, fallback: boolean): boolean =>
    choice(name, ['on', 'off'], fallback ? 'on' : 'off') === 'on'

  function integer(name: string, min: number, max: number): number | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new BadSetting(`${name} must be a whole number from ${min} to ${max}; it is "${value}"`)
  }

  /** The value is not in the message: a URL may contain a password. */
  function url(name: string, schemes: readonly string[]): string | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value
    throw new BadSetting(`${name} must be a URL that starts with ${schemes.join(' or ')}`)
  }

  /** A URL without a path. */
  function origin(name: string): string | undefined {
    const value = url(name, ['https:', 'http:'])
    if (value === undefined) return undefined
    const { origin } = new URL(value)
    if (value.replace(/\/$/, '') === origin) return origin
    throw new BadSetting(`${name} must be a URL without a path, such as https://exchange.example`)
  }

  /** The value is not in the message: it may be a secret. */
  function pattern(name: string, format: RegExp, description: string): string | undefined {
    const value = text(name)
    if (value === undefined || format.test(value)) return value
    throw new BadSetting(`${name} must be ${description}`)
  }

  return { text, choice, boolean, integer, url, origin, pattern }
}
