export type RulesSet = { readonly type: 'rules-set'; readonly rules: number }
