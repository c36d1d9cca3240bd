/** What is in view on the trade page of a phone, what stays there when it is scrolled, and where its page ends on a desk. */

import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { choosePair, signUp } from '../../fixtures/browser/page-actions.ts'
import { desktop, phone, startTestBrowser } from '../../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser()

const SMALL = { ...phone, name: 'a small phone', viewport: { width: 360, height: 640 } }

async function openTrade(device: typeof phone) {
  const context = await openContext(device)
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/trade')
  await page.getByRole('region', { name: 'Asks' }).getByRole('button').first().waitFor()
  return { context, page }
}

const form = (page: Page) => page.getByRole('form', { name: 'Order', exact: true })

const bottomOf = async (element: Locator) => {
  const box = await element.boundingBox()
  return (box?.y ?? 0) + (box?.height ?? 0)
}

test('At 360 × 640 the price, the amount, the total, the balance and the button are in view without scrolling', async () => {
  const { context, page } = await openTrade(SMALL)
  for (const kind of ['Limit', 'Market']) {
    await page.getByRole('tab', { name: kind, exact: true }).click()
    const button = form(page).getByRole('button', { name: 'Enter an amount' })
    await button.waitFor()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    const fields = await form(page).locator('div:has(> input[inputmode])').all()
    expect(fields.length).toBe(kind === 'Limit' ? 3 : 1)
    const figure = (name: string) => form(page).locator('dl > div').filter({ hasText: name })
    const top = (await button.boundingBox())?.y ?? 0
    for (const part of [...fields, figure('Available')]) expect(await bottomOf(part)).toBeLessThanOrEqual(top)
    const tabBar = await page.getByRole('navigation', { name: 'Section' }).boundingBox()
    expect(await bottomOf(button)).toBeLessThanOrEqual(tabBar?.y ?? 0)
    const book = page.getByRole('region', { name: 'Order book' })
    for (const side of ['Asks', 'Bids'])
      expect(await book.getByRole('region', { name: side }).locator('> div').count()).toBe(5)
    const grouping = book.getByRole('combobox', { name: 'Grouping' }).filter({ visible: true })
    expect(await bottomOf(grouping)).toBeLessThanOrEqual(tabBar?.y ?? 0)
    // The estimate is the next thing below the button.
    expect((await figure('You receive').boundingBox())?.y).toBeGreaterThan(top)
  }
  await context.close()
})

test('An empty field of the order form shows zero with the decimals that its number has', async () => {
  const { context, page } = await openTrade(phone)
  const zeros = () =>
    form(page)
      .locator('input[inputmode]')
      .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).placeholder))
  await expect.poll(zeros).toEqual(['0.00', '0.000000', '0.00'])
  await choosePair(page, 'PEPE')
  await expect.poll(zeros).toEqual(['0.0000000000', '0', '0.00'])
  await page.getByRole('tab', { name: 'Market', exact: true }).click()
  await expect.poll(zeros).toEqual(['0.00'])
  await context.close()
})

test('Each percent of the slider is below its tick, its track ends with the last tick, and the percents end with the slider', async () => {
  const { context, page } = await openTrade(SMALL)
  const { slider, track, ticks, labels } = await form(page)
    .getByRole('slider')
    .evaluate((input) => {
      const boxOf = (element: Element) => {
        const { left, right } = element.getBoundingClientRect()
        return { left, right, middle: (left + right) / 2 }
      }
      const [track, , stops] = input.parentElement?.children ?? []
      const all = (of: Element | undefined) => [...(of?.children ?? [])].map(boxOf)
      return { slider: boxOf(input), track: boxOf(track as Element), ticks: all(track), labels: all(stops) }
    })
  expect(ticks.length).toBe(5)
  for (const place of [1, 2, 3]) expect(Math.abs(labels[place]!.middle - ticks[place]!.middle)).toBeLessThan(1)
  expect([labels[0]?.left, labels[4]?.right]).toEqual([slider.left, slider.right])
  expect([ticks[0]?.left, ticks[4]?.right]).toEqual([track.left, track.right])
  await context.close()
})

test('A phone that is scrolled below the price keeps the pair and the last price at its top', async () => {
  const { context, page } = await openTrade(SMALL)
  const bar = page.locator('[aria-hidden="true"]').filter({ hasText: /^BTC\/USDT.*Last price/ })
  const atTop = () => page.evaluate(() => document.elementFromPoint(20, 8)?.closest('[aria-hidden]')?.textContent ?? '')
  const isSeen = () =>
    bar.evaluate((each) => {
      const { left, top } = each.firstElementChild!.getBoundingClientRect()
      return each.contains(document.elementFromPoint(left + 20, top + 18))
    })
  await bar.waitFor({ state: 'attached' })
  expect(await isSeen()).toBe(false)
  expect(await bar.evaluate((each) => each.getBoundingClientRect().height)).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 300))
  await expect.poll(isSeen).toBe(true)
  expect(await atTop()).toMatch(/^BTC\/USDT/)
  // Nothing in it can have the focus, and screen readers have the price row.
  expect(await bar.locator('a, button, [tabindex]').count()).toBe(0)
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect.poll(isSeen).toBe(false)
  await context.close()
})

type Drawn = { readonly text: string; readonly y: number }

/**
 * Makes `axisLabels`, `paneLabels` and `candleShare` of the page: the texts that its newest frame has drawn on the price axis
 * and on the candles, and the share of the height that the candles have.
 */
const recordLabels = (page: Page) =>
  page.addInitScript(() => {
    let frame = 0
    const count = () => {
      frame++
      requestAnimationFrame(count)
    }
    requestAnimationFrame(count)
    const drawn: { text: string; y: number; frame: number; isAxis: boolean }[] = []
    const draw = CanvasRenderingContext2D.prototype.fillText
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
      const { d, f } = this.getTransform()
      const isAxis = this.canvas.clientWidth < 120
      if (this.canvas.clientHeight > 40) drawn.push({ text, y: (d * y + f) / window.devicePixelRatio, frame, isAxis })
      return draw.call(this, text, x, y, ...rest)
    }
    const candles: { top: number; bottom: number; frame: number; height: number }[] = []
    const fill = CanvasRenderingContext2D.prototype.fillRect
    CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
      // Neither the volume nor the ground.
      if (this.globalAlpha === 1 && width < 20)
        candles.push({ top: y, bottom: y + height, frame, height: this.canvas.height })
      return fill.call(this, x, y, width, height)
    }
    const candleShare = () => {
      const drawn = candles.filter((one) => one.frame === candles.at(-1)?.frame)
      const span = Math.max(...drawn.map(({ bottom }) => bottom)) - Math.min(...drawn.map(({ top }) => top))
      return span / (drawn.at(-1)?.height ?? Number.NaN)
    }
    const newest = (isAxis: boolean) => {
      const all = drawn.filter((one) => one.isAxis === isAxis)
      return all.filter((one) => one.frame === all.at(-1)?.frame && one.text !== '')
    }
    Object.assign(window, { axisLabels: () => newest(true), paneLabels: () => newest(false), candleShare })
  })

type Labels = Window & {
  readonly axisLabels: () => Drawn[]
  readonly paneLabels: () => Drawn[]
  readonly candleShare: () => number
}
const axisLabels = (page: Page) => page.evaluate(() => (window as unknown as Labels).axisLabels())
const paneLabels = (page: Page) => page.evaluate(() => (window as unknown as Labels).paneLabels())

/** The chart of a page that records what it draws. */
async function openChart(device: typeof phone) {
  const context = await openContext(device)
  const page = await context.newPage()
  await recordLabels(page)
  await page.goto('/trade')
  await page.getByRole('img', { name: /candles, last price/ }).waitFor()
  await page.mouse.move(0, 0)
  return { context, page }
}

test('At 360 × 640 the axis has two prices, and the candles without labels have most of the height', async () => {
  const { context, page } = await openChart(SMALL)
  await expect
    .poll(async () => new Set((await axisLabels(page)).map(({ text }) => text)).size)
    .toBeGreaterThanOrEqual(2)
  await expect.poll(() => page.evaluate(() => (window as unknown as Labels).candleShare())).toBeGreaterThan(0.55)
  expect(await paneLabels(page)).toEqual([])
  await context.close()
})

test('At 390 × 844 the highest and the lowest price are labelled, the highest 8 pixels below the edge of the chart', async () => {
  const { context, page } = await openChart(phone)
  await expect.poll(async () => (await paneLabels(page)).length).toBe(2)
  // The middle of a label of 11 px.
  await expect.poll(async () => Math.min(...(await paneLabels(page)).map(({ y }) => y))).toBeGreaterThanOrEqual(13)
  await context.close()
})

test.each([SMALL, phone])(
  'The switch of Exchange and Wallet has 6 pixels above and below it on $name',
  async (device) => {
    const { context, page } = await openTrade(device)
    const air = await page
      .getByRole('group', { name: 'Exchange or Wallet' })
      .filter({ visible: true })
      .evaluate((group) => {
        const row = group.closest('section')?.parentElement as HTMLElement
        const [inner, outer] = [group, row].map((each) => each.getBoundingClientRect())
        const edge = Number.parseFloat(getComputedStyle(row).borderTopWidth)
        return [inner!.top - outer!.top - edge, outer!.bottom - inner!.bottom - edge]
      })
    for (const space of air) expect(space).toBeGreaterThanOrEqual(6)
    await context.close()
  },
)

test('At 360 × 640 the price has 8 pixels of space above and below it', async () => {
  const { context, page } = await openTrade(SMALL)
  const spaces = await page
    .getByText('Last price, USDT')
    .filter({ visible: true })
    .evaluate((line) => {
      const block = line.parentElement as HTMLElement
      const [inner, outer] = [block, block.parentElement as HTMLElement].map((each) => each.getBoundingClientRect())
      return [inner!.top - outer!.top, outer!.bottom - inner!.bottom]
    })
  for (const space of spaces) expect(space).toBeGreaterThanOrEqual(8)
  await context.close()
})

test.each([SMALL, desktop])('The numbers of the book have 4 pixels to the end of the bar on $name', async (device) => {
  const { context, page } = await openTrade(device)
  let fullest = 0
  for (const name of ['Asks', 'Bids']) {
    const rows = await page.getByRole('region', { name }).evaluate((side) =>
      [...side.children].flatMap((row) => {
        const bar = row.querySelector('i')?.getBoundingClientRect()
        const texts = [...row.querySelectorAll('button')].map((button) => {
          const range = document.createRange()
          range.selectNodeContents(button)
          return range.getBoundingClientRect()
        })
        const [first, last] = [texts[0], texts.at(-1)]
        return bar && first && last ? [{ left: first.left - bar.left, right: bar.right - last.right }] : []
      }),
    )
    const spaces = rows.map(({ right }) => right)
    fullest = Math.max(fullest, ...rows.map(({ left }) => left))
    expect(spaces.length).toBeGreaterThan(3)
    expect(Math.min(...spaces)).toBeGreaterThanOrEqual(3.5)
  }
  // The bar of the whole depth is the widest; the others end within a price or after it.
  expect(fullest).toBeGreaterThanOrEqual(3.5)
  await context.close()
})

test('The thumb of the slider is a circle of 18 pixels', async () => {
  const { context, page } = await openTrade(phone)
  const thumbs = await page.evaluate(() => {
    const found: string[] = []
    const read = (rules: CSSRuleList) => {
      for (const rule of rules) {
        if (rule instanceof CSSStyleRule && /slider[^ ]* input::-webkit-slider-thumb$/.test(rule.selectorText))
          found.push(`${rule.style.width} ${rule.style.height} ${rule.style.borderRadius}`)
        if ('cssRules' in rule) read(rule.cssRules as CSSRuleList)
      }
    }
    for (const sheet of document.styleSheets) read(sheet.cssRules)
    return found
  })
  expect(thumbs).toEqual(['18px 18px 50%'])
  await context.close()
})

test('A key that cannot be pressed yet says what it does in the colour of its side, and why below', async () => {
  const { context, page } = await openTrade(phone)
  const [key, segment] = [
    form(page).locator('button[type=submit]'),
    (name: string) => form(page).getByRole('button', { name, exact: true }),
  ]
  const colorOf = (each: Locator) => each.evaluate((element) => getComputedStyle(element).color)
  for (const [side, token] of [
    ['Sell', '--down'],
    ['Buy', '--up'],
  ] as const) {
    await segment(side).click()
    await expect.poll(() => key.innerText()).toBe(`${side} BTC\nEnter an amount`)
    expect(await key.isDisabled()).toBe(true)
    const wanted = await page.evaluate((name) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = `var(${name})`
      return getComputedStyle(probe).color
    }, token)
    expect(await colorOf(key)).toBe(wanted)
  }
  await context.close()
})

test('No price of the axis is partly below the label of the last price', async () => {
  const context = await openContext(phone)
  const page = await context.newPage()
  await recordLabels(page)
  await page.goto('/trade')
  await page.getByRole('button', { name: 'Enlarge the chart' }).click()
  for (const base of ['BTC', 'ETH', 'SOL', 'DOGE', 'PEPE']) {
    await choosePair(page, base)
    await page.getByRole('img', { name: /candles, last price/ }).waitFor()
    // The label of a pointer covers what it likes.
    await page.mouse.move(0, 0)
    const smallest = async () => {
      const heights = new Map((await axisLabels(page)).map(({ text, y }) => [text, y]))
      const sorted = [...heights.values()].sort((one, other) => one - other)
      return sorted.length < 3 ? 0 : Math.min(...sorted.slice(1).map((y, place) => y - sorted[place]!))
    }
    await expect.poll(smallest).toBeGreaterThanOrEqual(14)
  }
  await context.close()
})

test('The trade page of a desktop ends with its footer', async () => {
  const { context, page } = await openTrade(desktop)
  await page.getByRole('region', { name: 'Market trades' }).locator('time').first().waitFor()
  const rest = () =>
    page.getByRole('contentinfo').evaluate((footer) => {
      const end = footer.getBoundingClientRect().bottom + window.scrollY
      return document.documentElement.scrollHeight - Math.round(end)
    })
  expect(await rest()).toBeLessThanOrEqual(1)
  await context.close()
})
