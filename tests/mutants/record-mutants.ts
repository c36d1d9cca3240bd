/** Bugs in what protects the record: its key, its keyed hashes, its anchor and its backups. */

import type { Mutant } from './mutants.ts'

const ANCHOR = ['server/sequencer/anchor.test.ts']
const BACKUP = ['server/backup/backup.test.ts']
const FOLLOW = ['server/backup/follow.test.ts']
const KEY = ['server/secrets/secret-key.test.ts']
const CORRUPTION = ['long/corruption.test.ts']

export const recordMutants: readonly Mutant[] = [
  {
    name: 'the keyed hash of a row is not compared',
    file: 'src/server/sequencer/replay-journal.ts',
    edits: [['if (!row.hash.equals(hashes.row(row)))', 'if (row.hash.length === 0)']],
    caughtBy: ['server/sequencer/replay-journal.test.ts'],
  },
  {
    name: 'the keyed hash of a snapshot is not compared',
    file: 'src/server/sequencer/snapshots.ts',
    edits: [['!isSameHash(head.hash, hashes.snapshot(head))', 'head.hash.length === 0']],
    caughtBy: ['server/sequencer/snapshots.test.ts'],
  },
  {
    name: 'the keyed hash of a chunk of a snapshot is not compared',
    file: 'src/server/sequencer/snapshots.ts',
    edits: [['!isSameHash(chunk.subarray(0, HASH_LENGTH), hashes.chunk(hash, number, content))', 'chunk.length === 0']],
    caughtBy: ['server/sequencer/rewritten-snapshot.test.ts'],
  },
  {
    name: 'words of another program are shown in the history',
    file: 'src/server/transactions/transaction-details.ts',
    edits: [["isSameHash(Buffer.from(proof, 'hex'), proofOf(key, row.uuid, name, text))", 'proof.length > 0']],
    caughtBy: ['server/transactions/forged-words.test.ts'],
  },
  {
    name: 'missing chunks of a snapshot are not noticed',
    file: 'src/server/sequencer/snapshots.ts',
    edits: [['number !== pieces + 1', 'number > pieces + 1']],
    caughtBy: ['server/sequencer/snapshots.test.ts'],
  },
  {
    name: 'the keyed hash of a row does not depend on the key',
    file: 'src/server/sequencer/journal.ts',
    edits: [["createHmac('sha256', key)", "createHmac('sha256', 'tern')"]],
    caughtBy: CORRUPTION,
  },
  {
    name: 'a record without its key gets a new one',
    file: 'src/server/secrets/record-key.ts',
    edits: [['if (found.sealed === null && found.isUsed) throw new RecordKeyMissing()', '']],
    caughtBy: KEY,
  },
  {
    name: 'a new SECRET_KEY does not encrypt the record key again',
    file: 'src/server/secrets/record-key.ts',
    edits: [
      [
        "await execute(db, 'update settings set value = $2 where name = $1', [SETTING, sealed])",
        "await execute(db, 'select $1::text, $2::text', [SETTING, sealed])",
      ],
    ],
    caughtBy: KEY,
  },
  {
    name: 'the anchor forgets what was answered when a commit fails',
    file: 'src/server/sequencer/sequencer.ts',
    edits: [['return this.#answered', 'return this.#committed']],
    caughtBy: ['server/sequencer/dropped-rows.test.ts'],
  },
  {
    name: 'a journal may end before its anchor',
    file: 'src/server/sequencer/anchor-acceptance.ts',
    edits: [
      ['return `the journal ends before batch ${batch}, which the anchor says was committed`', 'return undefined'],
    ],
    caughtBy: ANCHOR,
  },
  {
    name: 'a live exchange starts without its anchor',
    file: 'src/server/sequencer/anchor.ts',
    edits: [['if (isAnchorRequired) throw', 'if (isAnchorRequired && journal.id.length === 0) throw']],
    caughtBy: ANCHOR,
  },
  {
    name: 'the HMAC of the anchor is not compared',
    file: 'src/server/sequencer/anchor-file.ts',
    edits: [
      [
        "if (timingSafeEqual(Buffer.from(hmac, 'hex'), anchorHmac(key, place)))",
        'if (timingSafeEqual(anchorHmac(key, place), anchorHmac(key, place)) && hmac)',
      ],
    ],
    caughtBy: ANCHOR,
  },
  {
    name: 'an accepted loss begins no epoch',
    file: 'src/server/sequencer/anchor.ts',
    edits: [['await beginEpoch(sequencer, `rows', 'if (reason.length === 0) await beginEpoch(sequencer, `rows']],
    caughtBy: ANCHOR,
  },
  {
    name: 'an accepted loss accepts any loss',
    file: 'src/server/sequencer/anchor.ts',
    edits: [['acceptance === undefined || !(await hasEnd(journal, acceptance.end))', 'acceptance === undefined']],
    caughtBy: ANCHOR,
  },
  {
    name: 'an acceptance is kept for the next loss',
    file: 'src/server/sequencer/anchor.ts',
    edits: [['for (const file of [acceptedFile, refusedFile]) rmSync(file(dataDir), { force: true })', 'void rmSync']],
    caughtBy: ANCHOR,
  },
  {
    name: 'ANCHOR_COMMAND gets the secrets of the server',
    file: 'src/server/sequencer/anchor-command.ts',
    edits: [['env: environment,', "env: { ...environment, SECRET_KEY: 'x' },"]],
    caughtBy: ANCHOR,
  },
  {
    name: 'a backup is loaded before it is known to be authentic',
    file: 'src/server/tools/open-backup.ts',
    edits: [['if (bytes !== undefined) return bytes', 'return bytes ?? Buffer.alloc(32)']],
    caughtBy: BACKUP,
  },
  {
    name: 'the HMAC of a followed line is not compared',
    file: 'src/server/backup/followed-file.ts',
    edits: [['line.hmac !== hmacOf(key, before, line.entry)', 'line.hmac.length === 0']],
    caughtBy: FOLLOW,
  },
  {
    name: 'a changed account is not followed',
    file: 'src/server/backup/followed-accounts.ts',
    edits: [['return changes.map(({ user }) => user)', 'return []']],
    caughtBy: FOLLOW,
  },
  {
    name: 'a followed row of the journal is not verified',
    file: 'src/server/backup/follow.ts',
    edits: [['row.hash.equals(hashes.row(row))', 'row.hash.equals(row.hash)']],
    caughtBy: ['server/backup/refusals.test.ts'],
  },
  {
    name: 'a followed account is not compared with its digest',
    file: 'src/server/backup/followed-accounts.ts',
    edits: [[': credentials.digest === newest.digest', ': credentials.version >= 0']],
    caughtBy: ['server/backup/followed-accounts.test.ts'],
  },
  {
    name: 'a backup with accounts that differ is verified',
    file: 'src/server/tools/replay.ts',
    edits: [['if (found.differing > 0)', 'if (found.differing < 0)']],
    caughtBy: ['server/backup/compared-accounts.test.ts'],
  },
  {
    name: 'a recovery file of another exchange is accepted',
    file: 'src/server/secrets/recovery-file.ts',
    edits: [['if (content.journal !== journal)', 'if (content.journal.length === 0)']],
    caughtBy: ['server/secrets/recovery-file.test.ts'],
  },
]
