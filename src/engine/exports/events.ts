export type RecordKeyExported = {
  readonly type: 'record-key-exported'
  readonly operator: string
  readonly reason: string
}
