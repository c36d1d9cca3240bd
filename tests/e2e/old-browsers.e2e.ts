/** Every page in a browser without the methods that the oldest supported browsers lack. */

import { expect, test } from 'vitest'
import { pages } from '../../src/contract/pages.ts'
import { placeRestingOrder, signUp } from '../fixtures/browser/page-actions.ts'
import { phone, startTestBrowser } from '../fixtures/browser/test-browser.ts'

const { openContext } = startTestBrowser({ PLAY_CHAIN: 'on' })

const removeNewerMethods = () => {
  const remove = (owner: object | undefined, ...names: string[]): void => {
    for (const name of names) if (owner !== undefined) Reflect.deleteProperty(owner, name)
  }
  remove(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with', 'findLast', 'findLastIndex')
  remove(Object.getPrototypeOf(Int8Array.prototype), 'toSorted', 'toReversed', 'with', 'findLast', 'findLastIndex')
  remove(String.prototype, 'isWellFormed', 'toWellFormed')
  remove(Object, 'groupBy')
  remove(Map, 'groupBy')
  remove(Array, 'fromAsync')
  remove(Promise, 'withResolvers', 'try')
  remove(Set.prototype, 'union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf')
  remove(AbortSignal, 'any', 'timeout')
  remove(URL, 'canParse', 'parse')
  remove(URLSearchParams.prototype, 'size')
  remove(RegExp, 'escape')
  remove(window, 'requestIdleCallback', 'scheduler', 'navigation', 'Iterator')
  for (const name of [
    'map',
    'filter',
    'take',
    'drop',
    'flatMap',
    'reduce',
    'toArray',
    'forEach',
    'some',
    'every',
    'find',
  ])
    remove(Object.getPrototypeOf(Object.getPrototypeOf([].values())), name)
}

test('Every page works in a browser without newer methods, and an order is placed', async () => {
  const context = await openContext(phone)
  await context.addInitScript(removeNewerMethods)
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => void errors.push(`${new URL(page.url()).pathname}: ${message}`))
  await signUp(page)
  await page.goto('/trade')
  await placeRestingOrder(page)
  for (const path of Object.values(pages)) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.locator('main').first().waitFor()
    expect([path, await page.getByText('Something broke on this page').count()]).toEqual([path, 0])
  }
  expect(errors).toEqual([])
  await context.close()
})

test('The focus stays in an open sheet in a browser that does not know inert pages', async () => {
  const context = await openContext(phone)
  await context.addInitScript(() => {
    const { setAttribute } = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      if (name !== 'inert') setAttribute.call(this, name, value)
    }
  })
  const page = await context.newPage()
  await signUp(page)
  await page.goto('/wallet?deposit')
  await page.getByRole('dialog').waitFor()
  for (const key of ['Shift+Tab', ...Array<string>(20).fill('Tab')]) {
    await page.keyboard.press(key)
    const isBehind = await page.evaluate(() => document.querySelector('#root')?.contains(document.activeElement))
    expect([key, isBehind]).toEqual([key, false])
  }
  await context.close()
})
