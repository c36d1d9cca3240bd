/**
 * The first command after a restore from a backup: commands after the backup are lost, but others may know their numbers.
 * Sequence numbers and trade numbers continue `gap` higher, so that none is used twice, deposit numbers too, and all networks are paused until
 * an operator has compared them with their chains.
 */
export type BeginEpoch = { readonly type: 'begin-epoch'; readonly gap: number; readonly reason: string }
