import { expect, test } from 'vitest'
import type { z } from 'zod'
import { freeText, freeTexts, optionalFreeText } from '../../src/contract/free-text.ts'
import { callSchemas } from '../../src/contract/schemas.ts'
import { cleanText } from '../../src/contract/visible-text.ts'
import { isMemoText } from '../../src/contract/wallet/memo.ts'
import { GOOD_TEXTS, HOSTILE_TEXTS } from '../fixtures/hostile-texts.ts'

/** Its only fault is that it is not in the normal form. */
const DECOMPOSED = 'e\u0301'

test('Free text accepts letters of all languages, joiners and emoji, and stores them in the normal form NFC', () => {
  for (const text of GOOD_TEXTS) expect(freeText('it', 40).parse(` ${text} `)).toBe(text.normalize('NFC'))
  expect(freeText('it', 40).parse(DECOMPOSED)).toBe('é')
})

test('Free text refuses halves of characters, controls, changes of direction and what cannot be seen', () => {
  for (const text of HOSTILE_TEXTS.filter((each) => each !== DECOMPOSED))
    expect([text, freeText('it', 40).safeParse(text).success]).toEqual([text, false])
  expect(freeText('it', 3).safeParse('four').error?.issues[0]?.message).toBe('it has at most 3 characters')
  expect(optionalFreeText('it', 40).parse('  ')).toBe('')
  expect(optionalFreeText('it', 40).safeParse('\u200b').success).toBe(false)
})

test('A memo is valid as it is written or not at all', () => {
  for (const text of ['1234567890', 'deposit for Maya', 'é', 'ж'.repeat(60)])
    expect([text, isMemoText(text)]).toEqual([text, true])
  for (const text of [...HOSTILE_TEXTS, 'a'.repeat(121), 'ж'.repeat(61)])
    expect([text, isMemoText(text)]).toEqual([text, false])
})

test('A text of another service is cleaned, cut between characters, and null without anything to see', () => {
  for (const text of HOSTILE_TEXTS) {
    const clean = cleanText(text, 40)
    expect([text, clean === null || freeText('it', 40).parse(clean) === clean]).toEqual([text, true])
  }
  expect(cleanText('blurred\nphoto', 40)).toBe('blurred photo')
  expect(cleanText('ab😀', 3)).toBe('ab')
  expect(cleanText('\u202e', 40)).toBe(null)
})

/** Why a text field of a body is not free text: it is not stored as it is, or is checked elsewhere. */
const OTHER_TEXTS: Readonly<Record<string, string>> = {
  password: 'hashed',
  current_password: 'hashed',
  code: 'compared',
  recovery_code: 'compared',
  secret: 'compared',
  ticket: 'compared',
  token: 'compared',
  refresh_token: 'compared',
  init_data: 'signed by Telegram',
  raw_callback_data: 'signed by Telegram',
  device_id: 'stored as a hash',
  authentication_code: 'sent to Google',
  code_verifier: 'sent to Google',
  nonce: 'compared',
  redirect_uri: 'compared',
  lang_code: 'ignored unless it is a language code',
  platform: 'ignored unless it is a name of a platform',
  amount: 'parsed as a number',
  from_amount: 'parsed as a number',
  min_to_amount: 'parsed as a number',
  price: 'parsed as a number',
  volume: 'parsed as a number',
  total: 'parsed as a number',
  address: 'parsed by the network',
  sender: 'parsed by the network',
  memo: 'refused by isMemoText, with the network',
  max_slippage: 'parsed as a number',
  before: 'parsed as the place of a row',
  quiet_hours: 'times, and a time zone that the server knows',
}

type Schema = z.core.$ZodType

/** Whether a schema contains a text that may have any characters. */
function hasAnyText(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string': {
      const formats = [def, ...(def.checks ?? []).map((check) => check._zod.def)]
      return !freeTexts.has(schema) && !formats.some((each) => 'format' in each)
    }
    case 'optional':
    case 'nullable':
    case 'default':
      return hasAnyText(def.innerType)
    case 'array':
      return hasAnyText(def.element)
    case 'union':
      return def.options.some(hasAnyText)
    case 'record':
      return hasAnyText(def.valueType)
    case 'pipe':
      return hasAnyText(def.in) && hasAnyText(def.out)
    case 'object':
      return Object.values(def.shape).some(hasAnyText)
    default:
      return false
  }
}

test('Every text field of a request is free text, has a format, or has a reason to be another text', () => {
  const names = Object.values(callSchemas).flatMap(({ input }) =>
    Object.entries(input.shape).flatMap(([name, schema]) => (hasAnyText(schema as Schema) ? [name] : [])),
  )
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(OTHER_TEXTS).toSorted())
})
