/** The next batch is executed by these rules. The version never decreases. */
export type SetRules = { readonly type: 'set-rules'; readonly rules: number }
