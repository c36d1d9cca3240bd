export type TermBegun = { readonly type: 'term-begun'; readonly term: number }
