/**
 * A client of Telegram as far as a mini-app can tell. It answers as its profile says, and writes down all it is told. On
 * the web it is a page of another origin with the app in a frame, and they speak by messages; on a phone it is a web view
 * with nothing around it, and they speak by two functions.
 */

import { createServer } from 'node:http'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { MINI_APP_PATH } from '../../src/contract/start-parameter.ts'
import type { Profile, Reply } from './telegram-profiles.ts'

export { DARK, LIGHT, PROFILES, type Profile } from './telegram-profiles.ts'

export const WAYS = ['a frame', 'a web view'] as const
export type Way = (typeof WAYS)[number]

export type Host = { readonly address: string; stop(): Promise<void> }

/** An empty page; what stands in it is written by `launch`. */
export async function openHost(port: number): Promise<Host> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      '<!doctype html><meta name="viewport" content="width=device-width"><title>Telegram</title><style>body{margin:0}iframe{border:0;width:100vw;height:100vh;display:block}</style>',
    )
  }).listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    // Another name for the same machine is another origin, and another site.
    address: `http://localhost:${port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

/** `isShown`: whether there was something to see then, as far as a web view knows. */
export type Said = { readonly type: string; readonly data: unknown; readonly isShown?: boolean }
type Replies = Record<string, Reply[]>

/** What `launch` puts into the page, for the tests to hold on to. */
type HostWindow = Window & {
  host: {
    readonly said: Said[]
    /** What is said next when it is asked; the last for ever. */
    readonly replies: Replies
    tell(type: string, data?: unknown): void
    /** On the web only: something that is no event. */
    say(raw: unknown): void
  }
}

export type Launched = {
  readonly page: Page
  readonly app: Pick<FrameLocator, 'getByRole' | 'getByText' | 'getByLabel' | 'locator'>
  /** Everything the app has said, oldest first. */
  said(type?: string): Promise<readonly Said[]>
  emit(type: string, data?: unknown): Promise<void>
  say(raw: unknown): Promise<void>
  /** From now on this question is answered so: one answer after another, the last for ever. */
  answer(question: string, ...replies: readonly Reply[]): Promise<void>
  /** On the web: the app again, in the same tab. */
  reopen(): Promise<void>
  /** What stands in the address of the app. */
  place(): string
}

type Wish = { readonly initData: string; readonly profile: Profile; readonly path?: string; readonly way?: Way }

export async function launch(
  context: BrowserContext,
  host: Host,
  app: string,
  { initData, profile, path = '', way = 'a frame' }: Wish,
): Promise<Launched> {
  const page = await context.newPage()
  const hash = new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: profile.version,
    tgWebAppPlatform: profile.client,
    tgWebAppThemeParams: JSON.stringify(profile.colors),
  })
  const replies = Object.fromEntries(Object.entries(profile.answers).map(([question, reply]) => [question, [reply]]))
  const address = `${app}${MINI_APP_PATH}${path}#${hash}`
  // There is a page before this one, which the app's own history must never reach.
  await page.goto(`${host.address}/chats`)
  const embedded = { address, replies, leavesByLink: profile.leavesByLink ?? false }
  if (way === 'a frame') {
    await page.goto(host.address)
    await page.evaluate(embed, embedded)
  } else {
    await page.addInitScript(surround, replies)
    await page.goto(address)
  }
  return {
    page,
    app: way === 'a frame' ? page.frameLocator('iframe').first() : page,
    said: async (type) =>
      (await page.evaluate(() => (window as unknown as HostWindow).host.said)).filter(
        (each) => type === undefined || each.type === type,
      ),
    emit: (type, data) =>
      page.evaluate(([type, data]) => (window as unknown as HostWindow).host.tell(type, data), [type, data] as const),
    say: (raw) => page.evaluate((raw) => (window as unknown as HostWindow).host.say(raw), raw),
    answer: (question, ...replies) =>
      page.evaluate(
        ([question, replies]) => {
          ;(window as unknown as HostWindow).host.replies[question] = [...replies]
        },
        [question, replies] as const,
      ),
    reopen: () => page.evaluate(embed, embedded),
    place: () =>
      (way === 'a frame' ? page.frames().find((each) => each !== page.mainFrame()) : page.mainFrame())?.url() ?? '',
  }
}

type Embedded = { readonly address: string; readonly replies: Replies; readonly leavesByLink: boolean }

/** Runs in the host's page. */
function embed({ address, replies, leavesByLink }: Embedded): void {
  const frame = document.createElement('iframe')
  const say = (raw: unknown) => frame.contentWindow?.postMessage(raw, '*')
  const tell = (eventType: string, eventData?: unknown) => say(JSON.stringify({ eventType, eventData }))
  const said: Said[] = []
  Object.assign(window, { host: { said, replies, tell, say } })
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    const { eventType, eventData } = JSON.parse(data)
    said.push({ type: eventType, data: eventData })
    if (leavesByLink && eventType === 'web_app_open_tg_link') return frame.remove()
    const waiting = replies[eventType] ?? []
    const reply = waiting.length > 1 ? waiting.shift() : waiting[0]
    if (reply) tell(...reply)
  })
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-forms', 'allow-modals')
  frame.src = address
  document.body.append(frame)
}

/** Runs in the app's page, before the app. */
function surround(replies: Replies): void {
  type Telegram = { readonly WebView: { receiveEvent(type: string, data: unknown): void } }
  const said: Said[] = []
  const tell = (type: string, data?: unknown) =>
    (window as unknown as { readonly Telegram: Telegram }).Telegram.WebView.receiveEvent(type, data)
  const postEvent = (type: string, data = '""') => {
    const isShown = (document.querySelector('#root') as HTMLElement | null)?.innerText.trim() !== ''
    said.push({ type, data: JSON.parse(data), isShown })
    const waiting = replies[type] ?? []
    const reply = waiting.length > 1 ? waiting.shift() : waiting[0]
    // Another process answers.
    if (reply) setTimeout(() => tell(...reply))
  }
  Object.assign(window, { host: { said, replies, tell }, TelegramWebviewProxy: { postEvent } })
}
