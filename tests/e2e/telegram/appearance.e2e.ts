/** The layout of the app inside Telegram: theme colors, header, safe areas, keyboard and reduced motion. */

import { describe, expect, test } from 'vitest'
import { accessibilityViolations } from '../../fixtures/browser/accessibility.ts'
import {
  cssVariable,
  expectPath,
  navigateTo,
  openTab,
  sentData,
  signedIn,
  startTelegramBrowser,
} from '../../fixtures/browser/telegram-browser.ts'
import { DARK, EMBEDDINGS, type Launched, LIGHT, PROFILES, type Profile } from '../../fixtures/browser/telegram-host.ts'
import { insets } from '../../fixtures/browser/telegram-profiles.ts'

const { openApp, newContext } = startTelegramBrowser()

const background = ({ app }: Launched): Promise<string> =>
  app.locator('body').evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

describe('Theme colors', () => {
  test.each(EMBEDDINGS)(
    'The app in %s uses the theme colors of Telegram and sends each color change once',
    async (embedding) => {
      const launched = await openApp({ embedding })
      await signedIn(launched)
      expect(await cssVariable(launched, '--bg')).toBe(DARK.bg_color)
      expect(await background(launched)).toBe('rgb(23, 33, 43)')
      const loadedAt = () => launched.app.locator('html').evaluate(() => performance.timeOrigin)
      const before = await loadedAt()
      await launched.emit('theme_changed', { theme_params: LIGHT })
      await expect.poll(() => background(launched)).toBe('rgb(255, 255, 255)')
      expect(await launched.app.locator('html').getAttribute('data-theme')).toBe('light')
      await launched.emit('theme_changed', { theme_params: LIGHT })
      await launched.emit('theme_changed', { theme_params: DARK })
      await expect.poll(() => background(launched)).toBe('rgb(23, 33, 43)')
      const [dark, light] = [{ color: DARK.bottom_bar_bg_color }, { color: '#ffffff' }]
      expect(await sentData(launched, 'web_app_set_bottom_bar_color')).toEqual([dark, light, dark])
      expect(await sentData(launched, 'web_app_set_background_color')).toEqual([dark, light, dark])
      const header = { color_key: 'bg_color' }
      expect(await sentData(launched, 'web_app_set_header_color')).toEqual([header, header, header])
      expect(await loadedAt()).toBe(before)
    },
  )

  const mainPages = ['/', '/discover', '/wallet', '/frens', '/settings', '/trade']
  const themes: Readonly<Record<string, readonly [profile: Profile, paths: readonly string[]]>> = {
    dark: [PROFILES.ios, mainPages],
    light: [{ ...PROFILES.silent, colors: LIGHT }, mainPages],
    'without colors': [PROFILES.silent, ['/trade']],
    'with unreadable colors': [PROFILES.broken, ['/trade']],
  }
  test.each(Object.keys(themes))('Text on the main pages is readable in the theme: %s', async (name) => {
    const [profile, paths] = themes[name] ?? [PROFILES.ios, []]
    const launched = await openApp({ profile })
    await signedIn(launched)
    const violations: string[] = []
    for (const path of paths) {
      if (path !== '/') await navigateTo(launched, path)
      await launched.app.locator('main h1, main h2').first().waitFor({ state: 'attached' })
      await expect.poll(() => launched.app.locator('main [data-loading]').count()).toBe(0)
      violations.push(...(await accessibilityViolations(launched.frame())).map((fault) => `${path} ${fault}`))
    }
    await launched.app.getByRole('button', { name: 'choose a pair' }).first().click()
    await launched.app.getByRole('dialog').waitFor()
    violations.push(...(await accessibilityViolations(launched.frame())).map((fault) => `a sheet ${fault}`))
    expect(violations).toEqual([])
  })
})

describe('The app header', () => {
  test('The app has no header inside Telegram, and the Telegram settings button opens the settings', async () => {
    const launched = await openApp()
    await signedIn(launched)
    expect(await launched.app.getByRole('banner').count()).toBe(0)
    await launched.emit('settings_button_pressed')
    await expectPath(launched, '/settings')
    await launched.app.getByRole('button', { name: /^Currency and language/ }).click()
    await launched.app.getByRole('tab', { name: 'Theme' }).click()
    await launched.app.getByRole('button', { name: 'Blue up' }).click()
    expect(await cssVariable(launched, '--up')).toBe('#62adff')
    // Telegram defines the theme.
    expect(await launched.app.getByRole('button', { name: 'System' }).count()).toBe(0)
  })

  test.each(EMBEDDINGS)('The content in %s stays inside the safe areas on every side', async (embedding) => {
    const launched = await openApp({ embedding })
    await signedIn(launched)
    const row = launched.app.getByRole('complementary', { name: 'Play money' }).locator('..')
    const box = () =>
      row.evaluate((row) => {
        const { top, left, right } = row.getBoundingClientRect()
        return [top, left, window.innerWidth - right]
      })
    // The safe areas arrive before the first render.
    await expect.poll(box).toEqual([93, 0, 0])
    await launched.emit('safe_area_changed', insets(0, 21, 47, 30))
    await launched.emit('content_safe_area_changed', insets(0, 0))
    await expect.poll(box).toEqual([0, 47, 30])
    const tab = await launched.app.getByRole('link', { name: 'Home', exact: true }).last().boundingBox()
    expect(tab?.x).toBe(47)
    await launched.emit('safe_area_changed', insets(0, 0))
    await expect.poll(box).toEqual([0, 0, 0])
  })
})

describe('The viewport', () => {
  test.each(EMBEDDINGS)(
    'The layout in %s keeps its size while the user drags the Telegram sheet',
    async (embedding) => {
      const launched = await openApp({ embedding, path: '/trade' })
      await signedIn(launched)
      await expect
        .poll(() =>
          launched.app
            .getByLabel(/^Price/)
            .first()
            .inputValue(),
        )
        .not.toBe('')
      const form = launched.app.getByRole('form', { name: 'Order', exact: true })
      const sizes = () =>
        form.evaluate((each) => {
          const root = document.documentElement
          const shell = document.querySelector('#content')?.parentElement as HTMLElement
          const styles = [root, document.body, shell].map((one) => one.getAttribute('style'))
          return [getComputedStyle(shell).minHeight, each.clientHeight, ...styles]
        })
      const before = await sizes()
      for (const height of [700, 400, 120])
        await launched.emit('viewport_changed', { height, width: 390, is_expanded: false, is_state_stable: false })
      await launched.app.locator('html').evaluate(() => new Promise((next) => requestAnimationFrame(next)))
      expect(await sizes()).toEqual(before)
    },
  )

  test.each(EMBEDDINGS)('The focused price field in %s stays visible when the keyboard opens', async (embedding) => {
    const launched = await openApp({ embedding, path: '/trade' })
    await launched.app.getByText('Available').first().waitFor()
    const price = launched.app.getByLabel(/^Price/).first()
    await price.focus()
    await launched.page.setViewportSize({ width: 390, height: 330 })
    const isSeen = () =>
      price.evaluate((field) => {
        const { left, top, right, bottom } = field.getBoundingClientRect()
        const seen = (y: number) => document.elementFromPoint((left + right) / 2, y)
        return [top + 2, bottom - 2].every((y) => field.parentElement?.contains(seen(y)) ?? false)
      })
    await expect.poll(isSeen).toBe(true)
    expect(await price.evaluate((field) => field === document.activeElement)).toBe(true)
  })
})

test('Animations are off on a low performance device and on on a fast one', async () => {
  const motion = async (profile: Profile & { readonly userAgent: string }) => {
    const context = await newContext({ userAgent: profile.userAgent, reducedMotion: 'no-preference' })
    const launched = await openApp({ profile, context, embedding: 'a web view' })
    await signedIn(launched)
    await openTab(launched, 'Trade')
    await launched.app.getByRole('button', { name: 'choose a pair' }).first().click()
    const sheet = launched.app.getByRole('dialog')
    await sheet.waitFor()
    return sheet.evaluate((each) => Number.parseFloat(getComputedStyle(each).animationDuration))
  }
  expect(await motion(PROFILES.slow)).toBeLessThan(0.001)
  expect(await motion(PROFILES.quick)).toBeGreaterThan(0.1)
})
