/** Old, silent, broken and hostile Telegram clients: the app sends only events they know, and keeps working. */

import { describe, expect, test } from 'vitest'
import {
  cssVariable,
  navigateTo,
  openTab,
  recordPageErrors,
  sentData,
  signedIn,
  startTelegramBrowser,
  typeOrder,
} from '../../fixtures/browser/telegram-browser.ts'
import { EMBEDDINGS, type Launched, PROFILES, type Profile } from '../../fixtures/browser/telegram-host.ts'

const { openApp } = startTelegramBrowser()

/** The first Telegram version with each event: https://core.telegram.org/bots/webapps#recent-changes */
const SINCE: Readonly<Record<string, string>> = {
  iframe_ready: '6.0',
  iframe_will_reload: '6.0',
  web_app_ready: '6.0',
  web_app_expand: '6.0',
  web_app_close: '6.0',
  web_app_request_theme: '6.0',
  web_app_request_viewport: '6.0',
  web_app_open_link: '6.0',
  web_app_setup_main_button: '6.0',
  web_app_setup_back_button: '6.1',
  web_app_trigger_haptic_feedback: '6.1',
  web_app_open_tg_link: '6.1',
  web_app_set_header_color: '6.1',
  web_app_set_background_color: '6.1',
  web_app_setup_closing_behavior: '6.2',
  web_app_open_popup: '6.2',
  web_app_open_scan_qr_popup: '6.4',
  web_app_close_scan_qr_popup: '6.4',
  web_app_request_write_access: '6.9',
  web_app_setup_settings_button: '6.10',
  web_app_setup_swipe_behavior: '7.7',
  web_app_share_to_story: '7.8',
  web_app_set_bottom_bar_color: '7.10',
  web_app_request_safe_area: '8.0',
  web_app_request_content_safe_area: '8.0',
  web_app_check_home_screen: '8.0',
  web_app_add_to_home_screen: '8.0',
  web_app_send_prepared_message: '8.0',
}

/** Compares versions part by part: 6.10 is after 6.9. */
function isKnown(type: string, version: string): boolean {
  const [since, has] = [SINCE[type], version].map((each) => (each ?? '99').split('.').map(Number))
  const [major, minor] = [(has?.[0] ?? 0) - (since?.[0] ?? 0), (has?.[1] ?? 0) - (since?.[1] ?? 0)]
  return major > 0 || (major === 0 && minor >= 0)
}

/** Uses every feature that sends an event to Telegram. */
async function useEverything(launched: Launched): Promise<void> {
  const { app } = launched
  await signedIn(launched)
  await openTab(launched, 'Trade')
  await typeOrder(launched, '61000', '0.01')
  await app.getByRole('button', { name: 'Buy BTC' }).click()
  await app.getByText('Order placed').first().waitFor()
  await navigateTo(launched, '/frens')
  await app.getByRole('button', { name: 'Invite friends' }).click()
  await navigateTo(launched, '/settings/notifications')
  await app.getByRole('switch', { name: 'Limit order filled, in Telegram' }).click({ force: true })
  await navigateTo(launched, '/about')
  await app.locator('main a[target="_blank"]').first().click()
  await expect.poll(async () => (await sentData(launched, 'web_app_open_link')).length).toBeGreaterThan(0)
}

describe('An older Telegram client', () => {
  const versions = { '6.0': 4, '6.9': 9, '6.10': 10, '8.0': 17 }
  test.each(Object.entries(versions))(
    'A Telegram client of version %s gets only the events it knows, and every feature works',
    async (version, minEvents) => {
      const launched = await openApp({ profile: { ...PROFILES.old, version } })
      await useEverything(launched)
      const sent = [...new Set((await launched.sentEvents()).map(({ type }) => type))]
      expect(sent.filter((type) => !isKnown(type, version))).toEqual([])
      expect(sent.length).toBeGreaterThanOrEqual(minEvents)
      expect(sent.includes('web_app_setup_settings_button')).toBe(version === '6.10' || version === '8.0')
    },
  )

  test('The display settings stay on the page where Telegram has no settings button', async () => {
    const launched = await openApp({ profile: PROFILES.old })
    await signedIn(launched)
    await launched.app.getByRole('button', { name: 'Display' }).waitFor()
  })
})

const faultyClients: Readonly<Record<string, Profile>> = {
  'sends nothing': PROFILES.silent,
  'sends invalid data': PROFILES.broken,
  'launches with invalid parameters': PROFILES.hostile,
}
describe.each(EMBEDDINGS)('A Telegram client in %s', (embedding) => {
  test.each(Object.keys(faultyClients))('The app works in a Telegram client that %s', async (name) => {
    const launched = await openApp({ profile: faultyClients[name] ?? PROFILES.silent, embedding })
    const errors = recordPageErrors(launched.page)
    await signedIn(launched)
    await openTab(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    await launched.emit('settings_button_pressed')
    await launched.app.getByRole('button', { name: /^Currency and language/ }).waitFor()
    expect(await cssVariable(launched, '--bg')).toMatch(/^#[0-9a-f]{6}$/)
    expect(errors).toEqual([])
  })

  test('The app ignores Telegram events with invalid data', async () => {
    const launched = await openApp({ embedding })
    const errors = recordPageErrors(launched.page)
    await signedIn(launched)
    const events = ['theme_changed', 'viewport_changed', 'safe_area_changed', 'content_safe_area_changed']
    const others = [
      'visibility_changed',
      'home_screen_checked',
      'write_access_requested',
      'prepared_message_failed',
      'qr_text_received',
      'scan_qr_popup_closed',
      'x',
    ]
    const invalidData = [null, undefined, 5, 'x'.repeat(1_000_000), [], { top: Number.MAX_VALUE, is_visible: 'x' }]
    for (const type of [...events, ...others]) for (const data of invalidData) await launched.emit(type, data)
    await launched.emit('visibility_changed', { is_visible: true })
    await openTab(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    expect(await cssVariable(launched, '--host-safe-top')).toBe('0px')
    expect(errors).toEqual([])
  })
})

describe('Messages to the frame', () => {
  test('The app ignores messages that are not events: invalid JSON, null, numbers and ten megabytes of text', async () => {
    const launched = await openApp()
    const errors = recordPageErrors(launched.page)
    await signedIn(launched)
    const raw = ['nonsense', '', '{}', '[]', 'null', '{"eventType":5}', '{"eventType":null}', null, 7, {}, []]
    for (const each of raw) await launched.postRaw(each)
    await launched.postRaw({ eventType: 'theme_changed', eventData: { theme_params: { bg_color: '#ff0000' } } })
    await launched.page.evaluate(() =>
      document.querySelector('iframe')?.contentWindow?.postMessage('x'.repeat(10_000_000), '*'),
    )
    await openTab(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    expect(await cssVariable(launched, '--bg')).toBe('#17212b')
    expect(errors).toEqual([])
  })

  test('The app accepts events only from its parent window, not from other frames', async () => {
    const launched = await openApp()
    await signedIn(launched)
    await openTab(launched, 'Assets')
    // Two frames beside the app: one with the origin of Telegram, one with an opaque origin.
    await launched.page.evaluate(async () => {
      const events = ['back_button_pressed', 'settings_button_pressed', 'reload_iframe'].map((eventType) => ({
        eventType,
      }))
      const theme = { eventType: 'theme_changed', eventData: { theme_params: { bg_color: '#ff0000' } } }
      const script = `for (const each of ${JSON.stringify([...events, theme])}) parent.frames[0].postMessage(JSON.stringify(each), '*'); parent.postMessage('done', '*')`
      const addFrame = (sandbox: string) => {
        const frame = document.createElement('iframe')
        frame.setAttribute('sandbox', sandbox)
        frame.srcdoc = `<script>${script}</script>`
        document.body.append(frame)
      }
      await new Promise<void>((resolve) => {
        let done = 0
        window.addEventListener('message', ({ data }) => data === 'done' && ++done === 2 && resolve(), true)
        addFrame('allow-scripts allow-same-origin')
        addFrame('allow-scripts')
      })
    })
    // A later event of Telegram itself is accepted.
    await launched.emit('safe_area_changed', { top: 5, bottom: 0, left: 0, right: 0 })
    await expect.poll(() => cssVariable(launched, '--host-safe-top')).toBe('51px')
    expect(await cssVariable(launched, '--bg')).toBe('#17212b')
    expect(launched.url()).toMatch(/\/wallet$/)
    expect(await sentData(launched, 'iframe_will_reload')).toEqual([])
  })
})
