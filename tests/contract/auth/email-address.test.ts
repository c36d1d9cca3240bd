import { expect, test } from 'vitest'
import { canonicalEmail } from '../../../src/contract/auth/email-address.ts'

test.each([
  ['Ann@Почта.РФ', 'ann@xn--80a1acny.xn--p1ai'],
  ['ann@xn--80a1acny.xn--p1ai', 'ann@xn--80a1acny.xn--p1ai'],
  ['ann@XN--80A1ACNY.XN--P1AI', 'ann@xn--80a1acny.xn--p1ai'],
  ['ann@münchen.de', 'ann@xn--mnchen-3ya.de'],
  // Composed and decomposed.
  ['ann@mu\u0308nchen.de', 'ann@xn--mnchen-3ya.de'],
  ['ann@例え.テスト', 'ann@xn--r8jz45g.xn--zckzah'],
  ['ann@ｅｘａｍｐｌｅ.com', 'ann@example.com'],
  ['ann@example。com', 'ann@example.com'],
  ['Ann+Tern@EXAMPLE.com', 'ann+tern@example.com'],
  ["o'brien@example.ie", "o'brien@example.ie"],
  ['a.@docomo.ne.jp', 'a.@docomo.ne.jp'],
  ['a..b@docomo.ne.jp', 'a..b@docomo.ne.jp'],
])('The email address %s is stored as %s', (typed, stored) => {
  expect(canonicalEmail(typed)).toBe(stored)
})

test.each([
  ...[
    '',
    '@',
    'ann',
    'ann@',
    '@example.com',
    'ann@localhost',
    'ann@1.2.3.4',
    'ann@0x7f.1',
    'ann@[::1]',
    'ann@example.c',
  ],
  ...[
    'ann@example.com.',
    'ann@example..com',
    'ann@-example.com',
    'ann@exa_mple.com',
    'ann@example.com/',
    'ann@example.com:25',
  ],
  ...[
    'ann@bob@example.com',
    '.ann@example.com',
    'an n@example.com',
    'ann@exam ple.com',
    'ann@example.com?x',
    'ann@example.com#',
  ],
  ...[
    'анна@почта.рф',
    '"ann"@example.com',
    'ann\r\nbcc@example.com',
    'ann@example.com\r\nbcc',
    'ann@%65xample.com',
    'ann@xn--.com',
  ],
  `${'a'.repeat(65)}@example.com`,
  `ann@${'a.'.repeat(130)}com`,
])('%j is no email address', (typed) => {
  expect(canonicalEmail(typed)).toBeUndefined()
})
