export type EpochBegun = { readonly type: 'epoch-begun'; readonly gap: number; readonly reason: string }
