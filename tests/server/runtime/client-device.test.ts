import { expect, test } from 'vitest'
import { deviceOf, maskedAddress } from '../../../src/server/runtime/client-device.ts'
import { HOSTILE_LITERALS, toText } from '../../fixtures/hostile-inputs.ts'

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const BLINK = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${BLINK} Chrome/141.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 15; Pixel 9) ${BLINK} Chrome/141.0.0.0 Mobile Safari/537.36 Telegram-Android/12.0`,
    'Telegram on Android',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Version/18.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} CriOS/141.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${WEBKIT} Version/18.0 Mobile/15E148 Safari/604.1`, 'Safari on iPad'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Mobile/15E148`, 'iPhone'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.0 Safari/605.1.15`, 'Safari on macOS'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    'Edge on Windows',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${BLINK} Chrome/141.0.0.0 Safari/537.36 OPR/120.0`, 'Opera on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) ${BLINK} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${BLINK} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('The user agent %s is identified as %s', (agent, device) => expect(deviceOf(agent)).toBe(device))

test('The device name has only known words for any user agent', () => {
  for (const literal of HOSTILE_LITERALS) {
    const device = deviceOf(`${toText(literal)} Chrome/1 Android ${'x'.repeat(100_000)}`)
    expect(['Chrome on Android', 'Unknown device']).toContain(device)
    expect(deviceOf(toText(literal))).toMatch(/^[A-Za-z ]{1,40}$/)
  }
})

test.each([
  ['203.0.113.77', '203.0.113.x'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::x'],
  ['2001:DB8::7', '2001:db8:0::x'],
  ['2001:0db8:00a1::7', '2001:db8:a1::x'],
  ['::1', '0:0:0::x'],
  ['fe80::1%eth0', 'fe80:0:0::x'],
  ['', 'unknown'],
  ['<script>', 'unknown'],
])('The address %s is masked as %s', (address, masked) => expect(maskedAddress(address)).toBe(masked))
