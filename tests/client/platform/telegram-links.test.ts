import { expect, test } from 'vitest'
import { targetOf } from '../../../src/client/platform/telegram-links.ts'

const BASE = 'https://tern.example/tma/earn'

test.each([
  ['https://example.com/a?b=1#c', { type: 'web', url: 'https://example.com/a?b=1#c' }],
  ['/api/docs', { type: 'web', url: 'https://tern.example/api/docs' }],
  ['http://localhost:3000/', { type: 'web', url: 'http://localhost:3000/' }],
  ['https://t.me/durov?start=1', { type: 'telegram', path: '/durov?start=1' }],
  ['https://telegram.me/tern_bot', { type: 'telegram', path: '/tern_bot' }],
  ['tg://resolve?domain=tern_bot&start=r_1', { type: 'telegram', path: '/tern_bot?start=r_1' }],
  ['tg:resolve?domain=tern_bot', { type: 'telegram', path: '/tern_bot' }],
  ['tg://resolve?phone=49123', { type: 'telegram', path: '/+49123' }],
  ['tg://join?invite=AbC-1', { type: 'telegram', path: '/+AbC-1' }],
  [
    'tg://msg_url?url=https%3A%2F%2Fa.example&text=b',
    { type: 'telegram', path: '/share/url?url=https%3A%2F%2Fa.example&text=b' },
  ],
  ['mailto:help%2Bweb@example.com?subject=Hi', { type: 'text', text: 'help+web@example.com' }],
  ['otpauth://totp/Tern:ann?secret=ABC', { type: 'text', text: 'otpauth://totp/Tern:ann?secret=ABC' }],
])('Inside Telegram the link %s becomes %j', (link, target) => {
  expect(targetOf(link, BASE)).toEqual(target)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,a',
  'ftp://example.com/',
  'tg://settings',
  'tg://resolve',
  'intent://a#Intent;end',
])('Inside Telegram %s is no link', (link) => {
  expect(targetOf(link, BASE)).toBeUndefined()
})
