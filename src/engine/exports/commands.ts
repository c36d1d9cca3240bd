/** An operator gets the record key, which is not in the command. */
export type ExportRecordKey = {
  readonly type: 'export-record-key'
  readonly operator: string
  readonly reason: string
}
