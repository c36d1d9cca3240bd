/** How the app looks inside Telegram: its colours, its head, its keyboard, and what a slow phone is spared. */

import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DARK, type Launched, LIGHT, PROFILES, type Profile, WAYS } from './telegram-host.ts'
import { insets } from './telegram-profiles.ts'
import { arrive, dataOf, goTo, jumpTo, property, signedIn, telegramStage } from './telegram-stage.ts'

const { open, visit } = telegramStage()

const background = ({ app }: Launched): Promise<string> =>
  app.locator('body').evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

describe('colours', () => {
  test.each(WAYS)('are those of Telegram in %s, change with them, and are told once a change', async (way) => {
    const launched = await open({ way })
    await signedIn(launched)
    expect(await property(launched, '--bg')).toBe(DARK.bg_color)
    expect(await background(launched)).toBe('rgb(15, 23, 32)')
    const loadedAt = () => launched.app.locator('html').evaluate(() => performance.timeOrigin)
    const before = await loadedAt()
    await launched.emit('theme_changed', { theme_params: LIGHT })
    await expect.poll(() => background(launched)).toBe('rgb(239, 239, 244)')
    expect(await launched.app.locator('html').getAttribute('data-theme')).toBe('light')
    await launched.emit('theme_changed', { theme_params: LIGHT })
    await launched.emit('theme_changed', { theme_params: DARK })
    await expect.poll(() => background(launched)).toBe('rgb(15, 23, 32)')
    const [dark, light] = [{ color: DARK.bottom_bar_bg_color }, { color: '#ffffff' }]
    expect(await dataOf(launched, 'web_app_set_bottom_bar_color')).toEqual([dark, light, dark])
    expect(await dataOf(launched, 'web_app_set_background_color')).toEqual([dark, light, dark])
    const head = { color_key: 'bg_color' }
    expect(await dataOf(launched, 'web_app_set_header_color')).toEqual([head, head, head])
    expect(await loadedAt()).toBe(before)
  })

  const everywhere = ['/', '/discover', '/wallet', '/frens', '/settings', '/trade']
  const themes: Readonly<Record<string, readonly [profile: Profile, paths: readonly string[]]>> = {
    dark: [PROFILES.ios, everywhere],
    light: [{ ...PROFILES.silent, colors: LIGHT }, everywhere],
    nameless: [PROFILES.silent, ['/trade']],
    unreadable: [PROFILES.broken, ['/trade']],
  }
  test.each(Object.keys(themes))('can be read on the main pages in a theme that is %s', async (name) => {
    const [profile, paths] = themes[name] ?? [PROFILES.ios, []]
    const launched = await open({ profile })
    await signedIn(launched)
    const faults: string[] = []
    for (const path of paths) {
      if (path !== '/') await jumpTo(launched, path)
      await launched.app.locator('main h1, main h2').first().waitFor({ state: 'attached' })
      await expect.poll(() => launched.app.locator('main .skeleton').count()).toBe(0)
      faults.push(...(await faultsOf(launched.page)).map((fault) => `${path} ${fault}`))
    }
    await launched.app.getByRole('button', { name: 'choose a pair' }).first().click()
    await launched.app.getByRole('dialog').waitFor()
    faults.push(...(await faultsOf(launched.page)).map((fault) => `a sheet ${fault}`))
    expect(faults).toEqual([])
  })

  async function faultsOf(page: Page): Promise<readonly string[]> {
    const tags = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
    const { violations } = await new AxeBuilder({ page }).include(['iframe', 'body']).withTags(tags).analyze()
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id} in ${html}: ${failureSummary}`))
  }
})

describe('the head of the app', () => {
  test('is that of Telegram, and settings are behind its key', async () => {
    const launched = await open()
    await signedIn(launched)
    expect(await launched.app.getByRole('banner').count()).toBe(0)
    await launched.emit('settings_button_pressed')
    await arrive(launched, '/settings')
    await launched.app.getByRole('button', { name: 'Currency, language and theme' }).click()
    await launched.app.getByRole('tab', { name: 'Theme' }).click()
    await launched.app.getByRole('button', { name: 'Blue and amber' }).click()
    expect(await property(launched, '--up')).toBe('#62adff')
    // The theme is chosen in Telegram.
    expect(await launched.app.getByRole('button', { name: 'System' }).count()).toBe(0)
  })

  test.each(WAYS)('in %s is below the notch and what Telegram lays over it, on each side', async (way) => {
    const launched = await open({ way })
    await signedIn(launched)
    const box = () =>
      launched.app
        .getByRole('complementary')
        .first()
        .evaluate((ribbon) => {
          const { top, left, right } = ribbon.getBoundingClientRect()
          return [top, left, window.innerWidth - right]
        })
    // Said before there was anything to see.
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

describe('the room there is', () => {
  test.each(WAYS)('in %s does not jump while Telegram drags the app about', async (way) => {
    const launched = await open({ way, path: '/trade' })
    await signedIn(launched)
    await expect
      .poll(() =>
        launched.app
          .getByLabel(/^Price/)
          .first()
          .inputValue(),
      )
      .not.toBe('')
    const form = launched.app.locator('.order-form')
    const sizes = () =>
      form.evaluate((each) => {
        const root = document.documentElement
        const shell = document.querySelector('.shell') as HTMLElement
        const styles = [root, document.body, shell].map((one) => one.getAttribute('style'))
        return [getComputedStyle(shell).minHeight, each.clientHeight, ...styles]
      })
    const before = await sizes()
    for (const height of [700, 400, 120])
      await launched.emit('viewport_changed', { height, width: 390, is_expanded: false, is_state_stable: false })
    await launched.app.locator('html').evaluate(() => new Promise((next) => requestAnimationFrame(next)))
    expect(await sizes()).toEqual(before)
  })

  test.each(WAYS)('in %s keeps the price that is typed in view when a keyboard takes half of it', async (way) => {
    const launched = await open({ way, path: '/trade' })
    await launched.app.getByText('Available').first().waitFor()
    const price = launched.app.getByLabel(/^Price/).first()
    await price.focus()
    await launched.page.setViewportSize({ width: 390, height: 330 })
    const isSeen = () =>
      price.evaluate((field) => {
        const { left, top, right, bottom } = field.getBoundingClientRect()
        const seen = (y: number) => document.elementFromPoint((left + right) / 2, y)
        return [top + 2, bottom - 2].every((y) => seen(y)?.closest('.number-field')?.contains(field) ?? false)
      })
    await expect.poll(isSeen).toBe(true)
    expect(await price.evaluate((field) => field === document.activeElement)).toBe(true)
  })
})

test('a phone that Telegram calls slow is spared what moves, another is not', async () => {
  const motion = async (profile: Profile & { readonly userAgent: string }) => {
    const context = await visit({ userAgent: profile.userAgent, reducedMotion: 'no-preference' })
    const launched = await open({ profile, context, way: 'a web view' })
    await signedIn(launched)
    await goTo(launched, 'Trade')
    await launched.app.getByRole('button', { name: 'choose a pair' }).first().click()
    const sheet = launched.app.getByRole('dialog')
    await sheet.waitFor()
    return sheet.evaluate((each) => Number.parseFloat(getComputedStyle(each).animationDuration))
  }
  expect(await motion(PROFILES.slow)).toBeLessThan(0.001)
  expect(await motion(PROFILES.quick)).toBeGreaterThan(0.1)
})
