import { emit } from '../execution.ts'
import { handlerOf, type Module } from '../module-type.ts'
import type { ExportRecordKey } from './commands.ts'
import type { RecordKeyExported } from './events.ts'

/** Secrets that leave the server. Without state: the journal is the list. */
export const exportedSecrets: Module<ExportRecordKey, RecordKeyExported, never> = {
  handlers: {
    'export-record-key': handlerOf<ExportRecordKey>({
      refuse: () => undefined,
      perform: (execution, { operator, reason }) => emit(execution, { type: 'record-key-exported', operator, reason }),
    }),
  },
  appliers: { 'record-key-exported': () => undefined },
  loaders: {},
  save: () => [],
  lines: () => [],
  holds: () => [],
}
