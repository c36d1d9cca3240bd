/** Clients of Telegram that are old, silent, broken or mean: the app says nothing they do not know, and goes on. */

import { describe, expect, test } from 'vitest'
import { type Launched, PROFILES, type Profile, WAYS } from './telegram-host.ts'
import { dataOf, faultsIn, goTo, jumpTo, property, signedIn, telegramStage, typeOrder } from './telegram-stage.ts'

const { open } = telegramStage()

/** Since which version Telegram knows what an app may say: https://core.telegram.org/bots/webapps#recent-changes */
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
  web_app_request_write_access: '6.9',
  web_app_setup_settings_button: '6.10',
  web_app_setup_swipe_behavior: '7.7',
  web_app_set_bottom_bar_color: '7.10',
  web_app_request_safe_area: '8.0',
  web_app_request_content_safe_area: '8.0',
  web_app_check_home_screen: '8.0',
  web_app_add_to_home_screen: '8.0',
  web_app_send_prepared_message: '8.0',
}

/** Part by part: 6.10 is after 6.9. */
function isKnown(type: string, version: string): boolean {
  const [since, has] = [SINCE[type], version].map((each) => (each ?? '99').split('.').map(Number))
  const [major, minor] = [(has?.[0] ?? 0) - (since?.[0] ?? 0), (has?.[1] ?? 0) - (since?.[1] ?? 0)]
  return major > 0 || (major === 0 && minor >= 0)
}

/** Through all that has something to say to Telegram. */
async function useEverything(launched: Launched): Promise<void> {
  const { app } = launched
  await signedIn(launched)
  await goTo(launched, 'Trade')
  await typeOrder(launched, '61000', '0.01')
  await app.getByRole('button', { name: 'Buy BTC' }).click()
  await app.getByText('Order placed').first().waitFor()
  await jumpTo(launched, '/frens')
  await app.getByRole('button', { name: 'Share' }).click()
  await jumpTo(launched, '/settings')
  await app.getByRole('switch', { name: 'Limit order filled' }).click({ force: true })
  await jumpTo(launched, '/about')
  await app.locator('main a[target="_blank"]').first().click()
  await expect.poll(async () => (await dataOf(launched, 'web_app_open_link')).length).toBeGreaterThan(0)
}

describe('an older Telegram', () => {
  const versions = { '6.0': 4, '6.9': 9, '6.10': 10, '8.0': 17 }
  test.each(Object.entries(versions))(
    'of version %s is told only what it knows, and has the whole app',
    async (version, least) => {
      const launched = await open({ profile: { ...PROFILES.old, version } })
      await useEverything(launched)
      const said = [...new Set((await launched.said()).map(({ type }) => type))]
      expect(said.filter((type) => !isKnown(type, version))).toEqual([])
      expect(said.length).toBeGreaterThanOrEqual(least)
      expect(said.includes('web_app_setup_settings_button')).toBe(version === '6.10' || version === '8.0')
    },
  )

  test('without a settings key keeps the row with what that would open', async () => {
    const launched = await open({ profile: PROFILES.old })
    await signedIn(launched)
    await launched.app.getByRole('button', { name: 'Currency and language' }).waitFor()
  })
})

const odd: Readonly<Record<string, Profile>> = {
  'says nothing': PROFILES.silent,
  'says things that are broken': PROFILES.broken,
  'launches with nonsense': PROFILES.hostile,
}
describe.each(WAYS)('a Telegram in %s', (way) => {
  test.each(Object.keys(odd))('that %s keeps nobody waiting', async (name) => {
    const launched = await open({ profile: odd[name] ?? PROFILES.silent, way })
    const faults = faultsIn(launched.page)
    await signedIn(launched)
    await goTo(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    await launched.emit('settings_button_pressed')
    await launched.app.getByRole('button', { name: 'Currency, language and theme' }).waitFor()
    expect(await property(launched, '--bg')).toMatch(/^#[0-9a-f]{6}$/)
    expect(faults).toEqual([])
  })

  test('that says nonsense about everything is not heard', async () => {
    const launched = await open({ way })
    const faults = faultsIn(launched.page)
    await signedIn(launched)
    const events = ['theme_changed', 'viewport_changed', 'safe_area_changed', 'content_safe_area_changed']
    const others = [
      'visibility_changed',
      'home_screen_checked',
      'write_access_requested',
      'prepared_message_failed',
      'x',
    ]
    const nonsense = [null, undefined, 5, 'x'.repeat(1_000_000), [], { top: Number.MAX_VALUE, is_visible: 'x' }]
    for (const type of [...events, ...others]) for (const data of nonsense) await launched.emit(type, data)
    await launched.emit('visibility_changed', { is_visible: true })
    await goTo(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    expect(await property(launched, '--host-safe-top')).toBe('0px')
    expect(faults).toEqual([])
  })
})

describe('in a frame', () => {
  test('what is no event is not heard: no JSON, null, numbers, a text of ten megabytes', async () => {
    const launched = await open()
    const faults = faultsIn(launched.page)
    await signedIn(launched)
    const raw = ['nonsense', '', '{}', '[]', 'null', '{"eventType":5}', '{"eventType":null}', null, 7, {}, []]
    for (const each of raw) await launched.say(each)
    await launched.say({ eventType: 'theme_changed', eventData: { theme_params: { bg_color: '#ff0000' } } })
    await launched.page.evaluate(() =>
      document.querySelector('iframe')?.contentWindow?.postMessage('x'.repeat(10_000_000), '*'),
    )
    await goTo(launched, 'Trade')
    await launched.app.getByText('Available').first().waitFor()
    expect(await property(launched, '--bg')).toBe('#17212b')
    expect(faults).toEqual([])
  })

  test('only the window around the app is heard, no other of its origin or of another', async () => {
    const launched = await open()
    await signedIn(launched)
    await goTo(launched, 'Assets')
    // Beside the app: one window of Telegram's own origin, and one of nobody's.
    await launched.page.evaluate(async () => {
      const words = ['back_button_pressed', 'settings_button_pressed', 'reload_iframe'].map((eventType) => ({
        eventType,
      }))
      const theme = { eventType: 'theme_changed', eventData: { theme_params: { bg_color: '#ff0000' } } }
      const script = `for (const each of ${JSON.stringify([...words, theme])}) parent.frames[0].postMessage(JSON.stringify(each), '*'); parent.postMessage('done', '*')`
      const beside = (sandbox: string) => {
        const frame = document.createElement('iframe')
        frame.setAttribute('sandbox', sandbox)
        frame.srcdoc = `<script>${script}</script>`
        document.body.append(frame)
      }
      await new Promise<void>((resolve) => {
        let done = 0
        window.addEventListener('message', ({ data }) => data === 'done' && ++done === 2 && resolve(), true)
        beside('allow-scripts allow-same-origin')
        beside('allow-scripts')
      })
    })
    // What Telegram itself says after them is heard.
    await launched.emit('safe_area_changed', { top: 5, bottom: 0, left: 0, right: 0 })
    await expect.poll(() => property(launched, '--host-safe-top')).toBe('51px')
    expect(await property(launched, '--bg')).toBe('#17212b')
    expect(launched.place()).toMatch(/\/wallet$/)
    expect(await dataOf(launched, 'iframe_will_reload')).toEqual([])
  })
})
