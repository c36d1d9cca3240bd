/** The invitation as a story in Telegram. */

import { expect, test } from 'vitest'
import { isPremium, storyOf } from '../../../../src/client/state/referrals/story.ts'
import { frensText } from '../../../../src/client/text/frens.ts'

const PICTURE = 'https://tern.example/story.jpg'
const LINK = 'https://t.me/tern_bot?startapp=r_123456789'

test('A story has its link in the text, which stays within 200 characters and keeps the whole link', () => {
  const short = storyOf(PICTURE, false, { text: 'Join me', link: LINK })
  expect(short).toEqual({ media_url: PICTURE, text: `Join me\n${LINK}` })
  const { text } = storyOf(PICTURE, false, { text: 'x'.repeat(500), link: LINK })
  expect(text).toHaveLength(200)
  expect(text.endsWith(`x\n${LINK}`)).toBe(true)
})

test('A story of a Premium user has its link in a widget, with a name that Telegram accepts', () => {
  const story = storyOf(PICTURE, true, { text: 'Join me', link: LINK })
  expect(story).toEqual({ media_url: PICTURE, text: 'Join me', widget_link: { url: LINK, name: frensText.storyLink } })
  expect(frensText.storyLink.length).toBeLessThanOrEqual(48)
})

test('Only init data whose user has Premium is of a Premium user', () => {
  const of = (user: string) => isPremium(String(new URLSearchParams({ user })))
  expect(of('{"id":1,"is_premium":true}')).toBe(true)
  for (const user of ['{"id":1}', '{"is_premium":"true"}', '{"is_premium":false}', 'null', '[]', '{', ''])
    expect(of(user)).toBe(false)
  expect(isPremium('')).toBe(false)
})
