import type { Mutant } from './mutants.ts'

export const signerMutants: readonly Mutant[] = [
  {
    name: 'the signer of real coins accepts any generation of a chain',
    file: 'src/signer/policy.ts',
    edits: [["kind === 'play' ? undefined : problemOf(data)", "kind === 'play' ? problemOf(data) : undefined"]],
    caughtBy: ['signer/policy.test.ts'],
  },
  {
    name: 'the socket of the signer lies in a folder that its group cannot enter',
    file: 'src/signer/socket-folder.ts',
    edits: [['if (isBelow(realpathSync(folder), shared))', 'if (isBelow(folder, parent) && shared === folder)']],
    caughtBy: ['signer/socket-group.test.ts'],
  },
  {
    name: 'every member of the group can change the folder of the socket',
    file: 'src/signer/socket-folder.ts',
    edits: [['fchmodSync(handle, 0o710)', 'fchmodSync(handle, 0o770)']],
    caughtBy: ['signer/socket-group.test.ts'],
  },
  {
    name: 'the backup of the signer is readable by every user',
    file: 'src/signer/backup.ts',
    edits: [['createFile(file, 0o600, sealed)', 'createFile(file, 0o644, sealed)']],
    caughtBy: ['signer/backup.test.ts'],
  },
  {
    name: 'a restore of the signer accepts files that its manifest does not name',
    file: 'src/signer/backup.ts',
    edits: [['if (hash !== hashOf(stored))', 'if (hash.length === 0)']],
    caughtBy: ['signer/backup.test.ts'],
  },
  {
    name: 'a manifest without the signature of the signer is accepted',
    file: 'src/signer/manifest.ts',
    edits: [['if (!isSigned(body,', 'if (body.length === 0 && !isSigned(body,']],
    caughtBy: ['signer/backup.test.ts', 'server/backup/other-signer.test.ts'],
  },
  {
    name: 'a manifest that is older than a day is accepted',
    file: 'src/server/backup/manifest-file.ts',
    edits: [['now - manifest.time >= DAY_MILLIS', 'now - manifest.time >= 2 * DAY_MILLIS']],
    caughtBy: ['server/backup/other-signer.test.ts'],
  },
  {
    name: 'a signer with an older journal does not get the open payments again',
    file: 'src/server/custody/evm/book-lost-evm.ts',
    edits: [
      [
        'books.open.filter(({ payment }) => !closed.has(payment))',
        'books.open.filter(({ payment }) => closed.has(payment))',
      ],
    ],
    caughtBy: ['server/custody/evm/book-lost-evm.test.ts'],
  },
  {
    name: 'a signer on TON with an older journal skips a payment that is not signed yet',
    file: 'src/server/custody/ton/book-lost-ton.ts',
    edits: [['Math.min(used, first ?? used)', 'Math.max(used, first ?? used)']],
    caughtBy: ['server/custody/ton/book-lost-ton.test.ts'],
  },
]
