/** The message of an invitation, which Telegram stores for the user. */

import { afterAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { InviteMessageView } from '../../../src/contract/referrals/views.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { BOT_TOKEN, initData, telegramUser } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const telegram = await startFakeTelegram(BOT_TOKEN)
const SETTINGS = { BOT_TOKEN, BOT_API_URL: telegram.address }
const secure = setUpTestServer({ ...SETTINGS, PUBLIC_URL: 'https://tern.example', APP_NAME: 'Sterna' })
const insecure = setUpTestServer({ ...SETTINGS, PUBLIC_URL: 'http://tern.example' })
const local = setUpTestServer(SETTINGS)
afterAll(() => telegram.stop())

/** What the server asks Telegram to store for this user. */
async function preparedBy(server: typeof secure, telegramId: number) {
  const body = { init_data: initData(telegramUser(telegramId), Date.now()) }
  const launched = await server().request<{ readonly access: string }>('POST', api.startApp.path, { body })
  const { access } = launched.body
  await eventually(async () => {
    const message = await server().request<InviteMessageView>('POST', api.inviteMessage.path, { body: {}, access })
    return message.body.message_id === 'prepared'
  })
  return telegram.callsOf('savePreparedInlineMessage').find(({ user_id }) => user_id === telegramId)?.result
}

test('An invitation of a site with https is a photo with a caption and a button', async () => {
  const result = await preparedBy(secure, 501)
  expect(result).toMatchObject({
    type: 'photo',
    photo_url: 'https://tern.example/invite.jpg',
    thumbnail_url: 'https://tern.example/invite.jpg',
    caption: expect.stringMatching(/^Join me on Sterna: /),
    reply_markup: {
      inline_keyboard: [
        [{ text: 'Open Sterna', url: expect.stringMatching(/^https:\/\/t\.me\/tern_bot\?startapp=r_/) }],
      ],
    },
  })
  expect(result).not.toHaveProperty('input_message_content')
})

test('An invitation is a text where Telegram cannot load a picture', async () => {
  for (const [index, server] of [insecure, local].entries()) {
    const result = await preparedBy(server, 502 + index)
    expect(result).toMatchObject({
      type: 'article',
      input_message_content: { message_text: expect.stringMatching(/^Join me on Tern: /) },
    })
    expect(result).not.toHaveProperty('photo_url')
  }
})
