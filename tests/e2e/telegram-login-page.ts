/** Telegram's sign-in page, played by a page of the tests at Telegram's own address. */

import type { BrowserContext } from 'playwright-core'

export const TELEGRAM = 'https://oauth.telegram.org'

type Data = Readonly<Record<string, string | number>>

/**
 * `says`: a window tells who opened it. `leads`: the page leads back behind the `#`, or `in fields` of the query.
 * `idle`: nothing happens by itself.
 */
export type Manner = 'says' | 'says it as auth_user' | 'leads' | 'leads in fields' | 'idle'

export type LoginPage = {
  manner: Manner
  data: Data
  /** What it was asked for, latest last. */
  readonly asked: URLSearchParams[]
}

export async function playTelegram(context: BrowserContext): Promise<LoginPage> {
  const page: LoginPage = { manner: 'says', data: {}, asked: [] }
  await context.route(`${TELEGRAM}/**`, (route) => {
    const { searchParams } = new URL(route.request().url())
    page.asked.push(searchParams)
    const script = scriptOf(page, searchParams.get('return_to') ?? '')
    return route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Telegram</title><h1>Telegram</h1><script>${script}</script>`,
    })
  })
  return page
}

function scriptOf({ manner, data }: LoginPage, back: string): string {
  const say = (message: unknown) => `opener.postMessage(${JSON.stringify(message)}, '*')`
  switch (manner) {
    case 'says':
      return say(JSON.stringify({ event: 'auth_result', result: data }))
    case 'says it as auth_user':
      return say({ event: 'auth_user', auth_data: data })
    case 'leads':
      return `location = ${JSON.stringify(`${back}#tgAuthResult=${Buffer.from(JSON.stringify(data)).toString('base64')}`)}`
    case 'leads in fields':
      return `location = ${JSON.stringify(`${back}?${new URLSearchParams(Object.entries(data).map(([name, value]) => [name, String(value)]))}`)}`
    case 'idle':
      return ''
  }
}
