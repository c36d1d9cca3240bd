import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openLink } from '../../../src/client/platform/telegram-links.ts'
import { pathOf } from '../../../src/client/platform/telegram-scheme.ts'

beforeEach(() => vi.stubGlobal('document', { baseURI: 'https://tern.example/tma/earn' }))
afterEach(() => vi.unstubAllGlobals())

function opened(link: string): readonly string[] {
  const done: string[] = []
  openLink(link, {
    openWeb: (url) => void done.push(`web ${url}`),
    openTelegram: (path) => void done.push(`telegram ${path}`),
    copy: (text) => void done.push(`copied ${text}`),
  })
  return done
}

test.each([
  ['https://example.com/a?b=1#c', 'web https://example.com/a?b=1#c'],
  ['/api/docs', 'web https://tern.example/api/docs'],
  ['http://localhost:3000/', 'web http://localhost:3000/'],
  ['https://t.me/durov?start=1', 'telegram /durov?start=1'],
  ['https://telegram.me/tern_bot', 'telegram /tern_bot'],
  ['mailto:help%2Bweb@example.com?subject=Hi', 'copied help+web@example.com'],
  ['mailto:100%@example.com', 'copied 100%@example.com'],
  ['mailto:%FF@example.com', 'copied %FF@example.com'],
  ['mailto:', 'copied '],
  ['otpauth://totp/Tern:ann?secret=ABC', 'copied otpauth://totp/Tern:ann?secret=ABC'],
])('Inside Telegram the link %s becomes: %s', (link, target) => {
  expect(opened(link)).toEqual([target])
})

test.each([
  'javascript:alert(1)',
  'data:text/html,a',
  'ftp://example.com/',
  'intent://a#Intent;end',
  'https://',
  'http://[',
  'https://a b.example/',
  'https://example.com:99999/',
])('Inside Telegram %s is no link', (link) => {
  expect(opened(link)).toEqual([])
})

test.each([
  ['tg://resolve?domain=tern_bot&start=r_1', '/tern_bot?start=r_1'],
  ['tg:resolve?domain=tern_bot', '/tern_bot'],
  ['tg://resolve?phone=49123', '/+49123'],
  ['tg://join?invite=AbC-1', '/+AbC-1'],
  ['tg://msg_url?url=https%3A%2F%2Fa.example&text=b', '/share/url?url=https%3A%2F%2Fa.example&text=b'],
  ['tg://settings', '/'],
])('The link %s has the path %s in Telegram', (link, path) => {
  expect(pathOf(link)).toBe(path)
})
