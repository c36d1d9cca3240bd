/** The proof of liabilities: the public report, and the check of the own balance in the browser. */

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../src/contract/api.ts'
import type { LiabilitiesView } from '../../src/contract/liabilities/views.ts'
import type { Units } from '../../src/contract/money.ts'
import { accessibilityViolations } from '../fixtures/browser/accessibility.ts'
import { logIn, PASSWORD, signUp } from '../fixtures/browser/page-actions.ts'
import { phone, sizes, startTestBrowser } from '../fixtures/browser/test-browser.ts'
import { LIVE_MODE } from '../fixtures/live-mode.ts'
import { treeOf, userNumber } from '../fixtures/sum-tree.ts'

const NEXT = '2026-01-02T00:05:00.000Z'
const PROOF = /\/api\/liabilities\/\d+\/proof\//
const REPORT = /\/api\/liabilities\/$/
const sheet = (page: Page) => page.getByRole('dialog')
const heading = (page: Page, name: string) => sheet(page).getByRole('heading', { name })

/** Signs up; a repeated test logs in, because the report has the account of the first run. */
async function enter(page: Page, email: string | undefined): Promise<string> {
  if (email === undefined) return signUp(page)
  await logIn(page, email, PASSWORD)
  await page.getByText('10,000.00').first().waitFor()
  return email
}

/** A start makes the report of the day, if there are users and none is made yet. */
async function waitForReport(context: BrowserContext): Promise<void> {
  const report = async () => {
    const reply = await context.request.get(EXCHANGE_BASE + api.liabilities.path)
    return reply.ok() ? ((await reply.json()) as LiabilitiesView).report : null
  }
  await expect.poll(report, { timeout: 60_000 }).not.toBeNull()
}

function verifyFile(file: string): Promise<{ readonly code: number; readonly out: string }> {
  const program = join(import.meta.dirname, '../../src/server/tools/liabilities.ts')
  return new Promise((resolve) =>
    execFile(process.execPath, [program, '--verify', file], (error, out) =>
      resolve({ code: error === null ? 0 : Number(error.code), out }),
    ),
  )
}

async function inspect(page: Page): Promise<void> {
  expect(await accessibilityViolations(page)).toEqual([])
  const extra = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(extra).toBeLessThanOrEqual(0)
}

async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  expect(file.suggestedFilename()).toMatch(/\.json$/)
  return file.path()
}

type Proof = { leaves: { amounts: string[] }[] }

/** Changes the reply to the request of a proof; undefined: the real one. */
async function replaceProof(page: Page): Promise<(change: ((proof: Proof) => void) | undefined) => void> {
  let change: ((proof: Proof) => void) | undefined
  await page.route(PROOF, async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    const proof = await response.json()
    change?.(proof)
    await route.fulfill({ response, json: proof })
  })
  return (next) => {
    change = next
  }
}

describe.each(sizes)('The proof of liabilities on $name', (size) => {
  const { openContext, kill, restart } = startTestBrowser()
  let email: string | undefined

  test('A user checks in the settings that their balance is included, and a tampered proof is shown as not valid', async () => {
    const context = await openContext({ ...size, colorScheme: size === phone ? 'dark' : 'light' })
    const page = await context.newPage()
    email = await enter(page, email)
    await kill()
    await restart()
    await waitForReport(context)
    const replace = await replaceProof(page)

    await page.goto('/settings')
    await page.getByRole('link', { name: 'Proof of liabilities' }).press('Enter')
    await heading(page, 'You are included').waitFor()
    await expect.poll(() => sheet(page).getByRole('listitem').allInnerTexts()).toHaveLength(5)
    expect(await sheet(page).getByText(', passed').count()).toBe(5)
    expect(await sheet(page).getByText('10,000', { exact: true }).count()).toBe(1)
    await inspect(page)
    const proof = await verifyFile(await download(page, 'Download proof'))
    expect([proof.code, proof.out]).toEqual([0, expect.stringContaining('\nVALID\n')])

    replace((tampered) => {
      tampered.leaves.reverse()
    })
    await sheet(page).getByRole('button', { name: 'Check again' }).click()
    await heading(page, 'The proof is not valid').waitFor()
    await sheet(page).getByText('A part of your balance does not lead to the root').waitFor()
    await sheet(page).getByText('contact support').waitFor()
    await inspect(page)
    expect((await verifyFile(await download(page, 'Download proof'))).code).toBe(1)
    replace(undefined)
    await sheet(page).getByRole('button', { name: 'Check again' }).click()
    await heading(page, 'You are included').waitFor()

    await page.keyboard.press('Escape')
    await sheet(page).waitFor({ state: 'detached' })
    await page.waitForURL((url) => url.pathname === '/liabilities' && url.search === '')
    await page.getByText('Journal hash').waitFor()
    await inspect(page)
    const report = await verifyFile(await download(page, 'Download report'))
    expect([report.code, report.out]).toEqual([0, expect.stringContaining('\nVALID\n')])
    await page.goBack()
    await page.waitForURL('**/settings')
    await context.close()
  }, 240_000)
})

describe('The proof of liabilities with real money', () => {
  const { openContext } = startTestBrowser({ ...LIVE_MODE, RATE_LIMITS: 'on' })

  test('With fewer than 20 users the page says why there is no report, also below an older one, with its addresses', async () => {
    const context = await openContext(phone)
    const page = await context.newPage()
    await page.goto('/liabilities')
    await page.getByRole('heading', { name: 'No report today' }).waitFor()
    await page.getByText('Fewer than 20 users have a balance').waitFor()
    await inspect(page)

    const owner = { user: userNumber(1), amounts: [5n as Units] }
    const { report } = (await treeOf([owner])).proofOf(owner)
    const older = { report, earlier: [], next_at: NEXT, has_addresses: true, is_withheld: true }
    await page.route(REPORT, (route) => route.fulfill({ json: older }))
    await page.reload()
    await page.getByText('Journal hash').waitFor()
    await page.getByText('Fewer than 20 users have a balance').waitFor()
    expect(await page.getByText('Next report').count()).toBe(0)
    await inspect(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download addresses' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toBe('network,kind,address\r\n')
    await context.close()
  }, 120_000)
})

describe('The states of the proof of liabilities', () => {
  const { openContext, kill, restart } = startTestBrowser()
  let email: string | undefined

  test('The page says that there is no report, that it cannot be loaded, and tries again', async () => {
    const context = await openContext(phone)
    const page = await context.newPage()
    let reply: 'none' | 'error' | 'offline' = 'none'
    await page.route(REPORT, async (route) => {
      if (reply === 'offline') return route.abort()
      if (reply === 'error') return route.fulfill({ status: 500, json: { detail: 'x' } })
      const none = { report: null, earlier: [], next_at: NEXT, has_addresses: false, is_withheld: false }
      return route.fulfill({ json: none })
    })
    await page.goto('/liabilities')
    await page.getByRole('heading', { name: 'No report yet' }).waitFor()
    await page.getByText('What it does not prove').waitFor()
    await page.getByText('no real coins stand behind it').waitFor()
    await inspect(page)
    for (const next of ['error', 'offline'] as const) {
      reply = next
      await page.reload()
      await page.getByRole('heading', { name: "Couldn't load the report" }).waitFor()
    }
    reply = 'none'
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('heading', { name: 'No report yet' }).waitFor()
    await context.close()
  })

  test('A guest logs in and returns to the check; a newer account is no failure, and a missing one is', async () => {
    const context = await openContext(phone)
    const first = await context.newPage()
    email = await enter(first, email)
    await kill()
    await restart()
    await waitForReport(context)
    await context.close()

    const other = await openContext(phone)
    const page = await other.newPage()
    await page.goto('/liabilities')
    await page.getByText('Journal hash').waitFor()
    await page.getByRole('button', { name: 'Check that my balance is counted' }).click()
    await page.waitForURL('**/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
    await heading(page, 'You are included').waitFor()
    await page.route(PROOF, (route) => route.fulfill({ status: 404, json: { detail: 'x', code: 'NOT_IN_REPORT' } }))
    await sheet(page).getByRole('button', { name: 'Check again' }).click()
    await heading(page, 'You are not in the report').waitFor()
    await page.unroute(PROOF)
    await page.route(PROOF, (route) => route.abort())
    await sheet(page).getByRole('button', { name: 'Check again' }).click()
    await heading(page, "Couldn't check").waitFor()
    await sheet(page).getByText('Check your internet').waitFor()
    await page.unroute(PROOF)
    await sheet(page).getByRole('button', { name: 'Retry' }).click()
    await heading(page, 'You are included').waitFor()
    await other.close()

    const newer = await openContext(phone)
    const late = await newer.newPage()
    await signUp(late)
    await late.goto('/wallet')
    await late.getByRole('link', { name: 'Proof of liabilities' }).click()
    await late.getByRole('button', { name: 'Check that my balance is counted' }).click()
    await heading(late, 'Your account is newer than the report').waitFor()
    await inspect(late)
    await newer.close()
  }, 240_000)
})
