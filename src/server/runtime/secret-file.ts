import { readPrivateFile } from '../../files/private-file.ts'

/** What keys and tokens look like, and the words for it. */
export const SECRET = /^\S{32,}$/
export const SECRET_FORM = 'at least 32 characters without a space'

/** A setting names a file that cannot be used. */
export class BadSecretFile extends Error {}

/** `description` continues "the content must be". */
type SecretForm = { readonly format: RegExp; readonly description: string }

/** The content of the file that the setting `name` names, without spaces at its ends. Throws `BadSecretFile`. */
export function readSecretFile(name: string, file: string, { format, description }: SecretForm): string {
  try {
    const text = readPrivateFile(file)
    if (!format.test(text)) throw new Error(`the content of ${file} must be ${description}`)
    return text
  } catch (error) {
    throw new BadSecretFile(`${name}: ${error instanceof Error ? error.message : error}`)
  }
}
