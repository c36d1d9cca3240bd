/** Opens the record key of a backup: with the keys of the target, or with a file that the operator names. */

import { readFileSync } from 'node:fs'
import { type Header, readHeader } from '../backup/format.ts'
import { openSealed, type RecordKey, recordKeyOf, SecretKeyMismatch, sealRecordKey } from '../secrets/record-key.ts'
import { isRecoveryText, openRecoveryText } from '../secrets/recovery-file.ts'
import { createSecretKey, type SecretKeys, secretKeysOf } from '../secrets/secret-keys.ts'

/** `file` has a secret key, is `secret-key` of another DATA_DIR, or a recovery file, which needs a passphrase. */
export type KeyFile = { readonly file: string; readonly passphrase: () => Promise<string> }

const MISSING = `This backup was made with another SECRET_KEY. Set that one, or add --key FILE with the recovery key, with a file that
contains the SECRET_KEY, or with the file secret-key of the DATA_DIR that was backed up.`

/** The key is encrypted again, under that of the target. Throws `BadBackup`, `SecretKeyMismatch`. */
export async function openBackup(
  file: string,
  target: SecretKeys,
  keyFile?: KeyFile,
): Promise<{ readonly header: Header; readonly recordKey: RecordKey }> {
  const header = await readHeader(file)
  const bytes = keyFile === undefined ? openWithOwn(header, target) : await openWithFile(header, target, keyFile)
  const current = secretKeysOf(target).current ?? createSecretKey(target.dataDir)
  return { header, recordKey: recordKeyOf(bytes, sealRecordKey(bytes, current, header.journal)) }
}

function openWithOwn({ recordKey, journal }: Header, target: SecretKeys): Buffer {
  for (const secretKey of secretKeysOf(target).candidates) {
    const bytes = openSealed(recordKey, secretKey, journal)
    if (bytes !== undefined) return bytes
  }
  throw new SecretKeyMismatch(MISSING)
}

async function openWithFile(header: Header, target: SecretKeys, { file, passphrase }: KeyFile): Promise<Buffer> {
  const text = readFileSync(file, 'utf8').trim()
  if (isRecoveryText(text)) return openRecoveryText(text, header.journal, await passphrase())
  const bytes = openSealed(header.recordKey, text, header.journal) ?? openOfSigner(text, header, target)
  if (bytes === undefined) throw new SecretKeyMismatch(`${file} does not open this backup`)
  return bytes
}

/** The file `record-key` of the signer has the key as it is stored. */
function openOfSigner(text: string, { journal }: Header, target: SecretKeys): Buffer | undefined {
  const opened = secretKeysOf(target).candidates.map((secretKey) => openSealed(text, secretKey, journal))
  return opened.find((bytes) => bytes !== undefined)
}
