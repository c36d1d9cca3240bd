import { readFileSync, statSync } from 'node:fs'

/** A setting names a file that cannot be used. */
export class BadSecretFile extends Error {}

/** `description` continues "the content must be". */
type SecretForm = { readonly format: RegExp; readonly description: string }

/** The content of the file that the setting `name` names, without spaces at its ends. Throws `BadSecretFile`. */
export function readSecretFile(name: string, file: string, { format, description }: SecretForm): string {
  try {
    if ((statSync(file).mode & 0o007) !== 0)
      throw new Error(`every user of this machine can open ${file}: run "chmod o= ${file}"`)
    const text = readFileSync(file, 'utf8').trim()
    if (!format.test(text)) throw new Error(`the content of ${file} must be ${description}`)
    return text
  } catch (error) {
    throw new BadSecretFile(`${name}: ${error instanceof Error ? error.message : error}`)
  }
}
