/** What the server prints when it cannot start, or cannot go on. */

import { PortInUse } from './http/listener.ts'
import { OperatorSocketInUse } from './operator/socket-file.ts'
import { ModeMismatch, RestoreUnfinished } from './play/mode-guard.ts'
import { RowTooLong } from './postgres/client.ts'
import { DataFolderUnusable } from './postgres/cluster.ts'
import { DatabaseUnavailable } from './postgres/database.ts'
import { DatabaseTooNew, DataFormatChanged, MigrationUnknown } from './postgres/migrate.ts'
import { PostgresStopped } from './postgres/stopped-process.ts'
import { DataFolderMoved } from './postgres/stray-server.ts'
import { JournalLocked } from './runtime/errors.ts'
import { BadSecretFile } from './runtime/secret-file.ts'
import { BadSetting } from './runtime/setting-reader.ts'
import { RecordKeyMissing, SecretKeyMismatch } from './secrets/record-key.ts'
import { AnchorMissing } from './sequencer/anchor.ts'
import { JournalMismatch } from './sequencer/consumer-positions.ts'
import { JournalIdentityMissing, JournalUnavailable, PoolerDetected } from './sequencer/journal.ts'
import { JournalCorrupt } from './sequencer/replay-journal.ts'
import { UnrecordedUnreadable } from './users/unrecorded-changes.ts'

/** Errors that the operator can correct: their message is printed without a stack. */
const OPERATOR_ERRORS = [
  BadSetting,
  BadSecretFile,
  DataFolderUnusable,
  DataFolderMoved,
  DatabaseUnavailable,
  RowTooLong,
  DatabaseTooNew,
  DataFormatChanged,
  MigrationUnknown,
  PostgresStopped,
  ModeMismatch,
  RestoreUnfinished,
  PortInUse,
  JournalLocked,
  JournalUnavailable,
  JournalIdentityMissing,
  PoolerDetected,
  JournalCorrupt,
  JournalMismatch,
  AnchorMissing,
  SecretKeyMismatch,
  RecordKeyMissing,
  UnrecordedUnreadable,
  OperatorSocketInUse,
]

/** Not an error of the program. */
export const isForOperator = (error: unknown): boolean => OPERATOR_ERRORS.some((kind) => error instanceof kind)

/** A stack only for errors of the program. */
export function failureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  if (code === 'EACCES' && path !== undefined)
    return `${path} cannot be used by this system user: give it, and all that is in DATA_DIR, to the user that runs the server (chown -R)`
  if (!isForOperator(error)) return error.stack ?? error.message
  const isExplained = error instanceof JournalUnavailable && error.cause instanceof Error
  return isExplained ? `${error.message}: ${(error.cause as Error).message}` : error.message
}
