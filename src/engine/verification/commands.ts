import type { Millis, UserId } from '../../contract/ids.ts'

/**
 * Sets the level of verification of a user: 0 not verified, 1 verified. A decision of the identity provider counts only if it
 * is newer than the newest one that was applied, so that an old one has no effect whenever it comes again. A decision of an
 * operator always counts, and is as old as its command.
 */
export type SetLevel = {
  readonly type: 'set-level'
  readonly user: UserId
  readonly level: number
  readonly reason: string
} & (
  | { readonly operator: string }
  /** `decidedAt`: by the clock of the provider. */
  | { readonly operator: null; readonly decidedAt: Millis }
)
