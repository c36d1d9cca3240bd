import type { User } from './user-row.ts'

const SHOWN = 2
const NO_NAME = 'user'

/** What other users see: the beginning of the email or of the Telegram name, such as `al***`. */
export function maskedName({ email, username }: Pick<User, 'email' | 'username'>): string {
  const name = email?.split('@')[0] ?? username ?? ''
  return name === '' ? NO_NAME : `${[...name].slice(0, SHOWN).join('')}***`
}
