/**
 * A client of Telegram as far as a mini-app can tell: a page of another origin with the app in a frame, which speaks by
 * messages, answers as its profile says, and writes down all it is told.
 */

import { createServer } from 'node:http'
import type { BrowserContext, FrameLocator, Page } from 'playwright-core'
import { MINI_APP_PATH } from '../../src/contract/start-parameter.ts'

export type Profile = {
  readonly version: string
  readonly client: string
  readonly colors: Readonly<Record<string, string>>
  /** What it says when it is asked, by the name of the question. */
  readonly answers: Readonly<Record<string, readonly [type: string, data: unknown]>>
}

export const DARK = {
  bg_color: '#17212b',
  secondary_bg_color: '#0f1720',
  section_bg_color: '#17212b',
  text_color: '#f5f5f5',
  hint_color: '#708499',
  link_color: '#6ab3f3',
  button_color: '#5288c1',
  button_text_color: '#ffffff',
  header_bg_color: '#17212b',
  bottom_bar_bg_color: '#17212b',
  section_header_text_color: '#6ab3f3',
}
export const LIGHT = {
  bg_color: '#ffffff',
  secondary_bg_color: '#efeff4',
  text_color: '#000000',
  hint_color: '#8e8e93',
  link_color: '#007aff',
  button_color: '#007aff',
  button_text_color: '#ffffff',
}

const insets = (top: number, bottom: number) => ({ top, bottom, left: 0, right: 0 })

export const PROFILES = {
  ios: {
    version: '9.1',
    client: 'ios',
    colors: DARK,
    answers: {
      web_app_request_theme: ['theme_changed', { theme_params: DARK }],
      web_app_request_safe_area: ['safe_area_changed', insets(47, 34)],
      web_app_request_content_safe_area: ['content_safe_area_changed', insets(46, 0)],
    },
  },
  old: { version: '6.0', client: 'android', colors: LIGHT, answers: {} },
  silent: { version: '9.1', client: 'tdesktop', colors: {}, answers: {} },
  broken: {
    version: '9.1',
    client: 'macos',
    colors: { bg_color: 'red', text_color: '#333333', button_color: '#2a2a2a' },
    answers: {
      web_app_request_theme: ['theme_changed', { theme_params: null }],
      web_app_request_safe_area: ['safe_area_changed', null],
      web_app_request_content_safe_area: ['content_safe_area_changed', { top: 'x' }],
    },
  },
} as const satisfies Record<string, Profile>

export type Host = { readonly address: string; stop(): Promise<void> }

/** An empty page; what stands in it is written by `launch`. */
export async function openHost(port: number): Promise<Host> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end(
      '<!doctype html><meta name="viewport" content="width=device-width"><title>Telegram</title><style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>',
    )
  }).listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    // Another name for the same machine is another origin, and another site.
    address: `http://localhost:${port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

export type Said = { readonly type: string; readonly data: unknown }

export type Launched = {
  readonly page: Page
  readonly app: FrameLocator
  /** Everything the app has said, oldest first. */
  said(type?: string): Promise<readonly Said[]>
  emit(type: string, data?: unknown): Promise<void>
  /** What stands in the address of the app. */
  place(): string
}

type Wish = { readonly initData: string; readonly profile: Profile; readonly path?: string }

export async function launch(
  context: BrowserContext,
  host: Host,
  app: string,
  { initData, profile, path = '' }: Wish,
): Promise<Launched> {
  const page = await context.newPage()
  const hash = new URLSearchParams({
    tgWebAppData: initData,
    tgWebAppVersion: profile.version,
    tgWebAppPlatform: profile.client,
    tgWebAppThemeParams: JSON.stringify(profile.colors),
  })
  // There is a page before this one, which the app's own history must never reach.
  await page.goto(`${host.address}/chats`)
  await page.goto(host.address)
  await page.evaluate(embed, { address: `${app}${MINI_APP_PATH}${path}#${hash}`, answers: profile.answers })
  const frame = () => page.frames().find((each) => each !== page.mainFrame())
  return {
    page,
    app: page.frameLocator('iframe'),
    said: async (type) =>
      (await page.evaluate(() => (window as unknown as { said: Said[] }).said)).filter(
        (each) => type === undefined || each.type === type,
      ),
    emit: (type, data) =>
      page.evaluate(
        (message) => document.querySelector('iframe')?.contentWindow?.postMessage(JSON.stringify(message), '*'),
        { eventType: type, eventData: data },
      ),
    place: () => frame()?.url() ?? '',
  }
}

/** Runs in the host's page. */
function embed({ address, answers }: { address: string; answers: Profile['answers'] }): void {
  const frame = document.createElement('iframe')
  const said: Said[] = []
  Object.assign(window, { said })
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    const { eventType, eventData } = JSON.parse(data)
    said.push({ type: eventType, data: eventData })
    const [type, answer] = answers[eventType] ?? []
    if (type !== undefined)
      frame.contentWindow?.postMessage(JSON.stringify({ eventType: type, eventData: answer }), '*')
  })
  frame.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-forms', 'allow-modals')
  frame.src = address
  document.body.append(frame)
}
