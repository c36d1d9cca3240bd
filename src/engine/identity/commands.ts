import type { UserId } from '../../contract/ids.ts'

/**
 * Sets the level of verification of a user: 0 not verified, 1 verified. Repeating it changes nothing. `operator` is null if
 * the identity provider decided.
 */
export type SetLevel = {
  readonly type: 'set-level'
  readonly user: UserId
  readonly level: number
  readonly operator: string | null
  readonly reason: string
}
