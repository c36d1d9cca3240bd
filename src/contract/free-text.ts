/** Text that people write and that is stored: labels, appeals, reasons, answers. Passwords, codes and tokens are none. */

import { z } from 'zod'
import { isBlank, isPlain } from './visible-text.ts'

/** The schemas of free text, so that a test finds a field that has another one. */
export const freeTexts = z.registry()

const plainText = (name: string, max: number) =>
  z
    .string()
    .normalize('NFC')
    .trim()
    .refine(
      isPlain,
      `${name} must not contain line breaks, characters that change the direction of text, or control characters`,
    )
    .max(max, `${name} has at most ${max} characters`)

/** Trimmed and in the normal form NFC, at most `max` UTF-16 units, with something to see. `name` is for messages. */
export const freeText = (name: string, max: number) =>
  plainText(name, max)
    .refine((text) => !isBlank(text), `${name} needs a character that can be seen`)
    .register(freeTexts, {})

/** As `freeText`, or empty. */
export const optionalFreeText = (name: string, max: number) =>
  plainText(name, max)
    .refine((text) => text === '' || !isBlank(text), `${name} needs a character that can be seen`)
    .register(freeTexts, {})
