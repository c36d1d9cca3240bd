/** Of a process that begins to lead: the signer refuses what processes with lower terms send. A term is never used twice. */
export type BeginTerm = { readonly type: 'begin-term'; readonly term: number }
