/** Of a process that begins to lead: the signer refuses what processes with lower terms send. A term is never used twice. */
export type BeginTerm = { readonly type: 'begin-term'; readonly term: number }

/**
 * The signer that is used from now on: each folder of a signer has an instance of its own, also one that was restored from a backup.
 * A signer in place of another one does not know what that one has signed: all networks are paused until an operator has compared
 * them with their chains. `operator` is null if the server has found that nothing else is possible.
 */
export type AcceptSigner = {
  readonly type: 'accept-signer'
  readonly instance: string
  readonly operator: string | null
  readonly reason: string
}

export type LeadingCommand = BeginTerm | AcceptSigner
