/** Letters that are shown instead of posted, as somebody reads them on the page of an exchange with play money. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { LetterKind } from '../../src/server/postgres/tables.ts'
import type { House } from './exchange-world.ts'

const PAGES: Readonly<Record<LetterKind, string>> = { confirm: '/confirm', reset: '/reset' }

/** The token of the newest letter of a kind to an address, once there is one. */
export async function shownToken(
  house: Pick<House, 'ask'>,
  email: string,
  kind: LetterKind = 'confirm',
): Promise<string> {
  for (let tries = 0; tries < 500; tries++) {
    const { body } = await house.ask<string>('GET', '/play/mail')
    for (const article of body.split('<article>')) {
      const token = new RegExp(`${PAGES[kind]}#token=([\\w-]+)`).exec(article)?.[1]
      if (article.includes(`To ${email}<`) && token !== undefined) return token
    }
    await sleep(10)
  }
  throw new Error(`no letter came to ${email}`)
}
