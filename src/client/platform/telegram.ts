/**
 * The app inside Telegram. Nothing here waits for an answer: everything has a value from the start, which Telegram may
 * better later, so a client that never answers is as quick as any other. What a version does not know is not said.
 */

import { createPostEvent, type EventPayload, on, supports, targetOrigin } from '@telegram-apps/sdk-react'
import { type Ask, asker, type Line, share } from './ask-telegram.ts'
import { browser } from './browser.ts'
import type { Launch } from './launch.ts'
import type { Feeling, HomeScreen, Keep, MiniApp, Platform, Stop, Theme } from './platform.ts'
import { type Colors, legibleOn, telegramColors, themeOf } from './telegram-colors.ts'

type Post = ReturnType<typeof createPostEvent>
type Insets = EventPayload<'safe_area_changed'>

const OURS = ['--up', '--down', '--warn', '--danger'] as const
const SIDES = ['top', 'bottom', 'left', 'right'] as const
const READY_MILLIS = 3_000
/** The host answers by itself. */
const SOON_MILLIS = 1_000
const HOME_SCREENS: readonly HomeScreen[] = ['added', 'missed', 'unknown', 'unsupported']
const ZERO: Insets = { top: 0, bottom: 0, left: 0, right: 0 }

export function telegram(launch: Launch): Platform {
  // Who may frame us, and so who may listen, is said by the server's `frame-ancestors`.
  targetOrigin.set('*')
  const post = createPostEvent(launch.version, () => undefined)
  const knows = (method: Parameters<typeof supports>[0]) => supports(method, launch.version)
  const page = browser()
  const theme = openTheme(launch.colors, post)
  let isShown = true
  on('visibility_changed', (said) => {
    isShown = isVisible(said)
  })
  const ask = asker({ post, on, knows } as unknown as Line)
  settle(post)
  if (isSlow(navigator.userAgent)) document.documentElement.dataset.motion = 'less'
  if (knows('web_app_request_safe_area')) keepInsets(post)
  keepFieldSeen()
  const isTouched = watchTouch()
  const open = (link: string) => openLink(link, post, knows('web_app_open_tg_link'))
  sendLinksTo(open)
  return {
    keep: tokensInMemory(page.keep),
    tabKeep: page.tabKeep,
    alone: page.alone,
    onKept: () => () => undefined,
    onWake(heard) {
      const stops = [page.onWake(heard), on('visibility_changed', (said) => isVisible(said) && heard())]
      return () => {
        for (const stop of stops) stop()
      }
    },
    isVisible: () => isShown && page.isVisible(),
    hostTheme: theme.get,
    onHostTheme: theme.watch,
    feel: (what) => {
      if (isTouched()) post('web_app_trigger_haptic_feedback', HAPTICS[what])
    },
    open,
    copy: page.copy,
    share: (invitation) => share(invitation, ask, open),
    miniApp: miniApp(launch, post, ask, theme.paint),
  }
}

function miniApp(launch: Launch, post: Post, ask: Ask, paint: () => void): MiniApp {
  let isReady = false
  const ready = () => {
    if (!isReady) post('web_app_ready')
    isReady = true
  }
  setTimeout(ready, READY_MILLIS)
  if (supports('web_app_setup_settings_button', launch.version)) {
    post('web_app_setup_settings_button', { is_visible: true })
    document.documentElement.dataset.settingsKey = ''
  }
  return {
    initData: launch.initData,
    client: launch.client,
    start: launch.start,
    ready,
    paint,
    showBack: (isVisible) => post('web_app_setup_back_button', { is_visible: isVisible }),
    onBack: (heard) => on('back_button_pressed', heard),
    onSettings: (heard) => on('settings_button_pressed', heard),
    guardClosing(isGuarded) {
      // Both are of 6.2; the library believes that every version knows this one.
      if (supports('web_app_open_popup', launch.version))
        post('web_app_setup_closing_behavior', { need_confirmation: isGuarded })
    },
    close: () => post('web_app_close'),
    // An old version has no such question, and lets the bot write to whoever pressed Start.
    askToWrite: async () =>
      supports('web_app_request_write_access', launch.version)
        ? (await ask('web_app_request_write_access', ['write_access_requested']))?.status === 'allowed'
        : true,
    async homeScreen() {
      const said = await ask('web_app_check_home_screen', ['home_screen_checked'], SOON_MILLIS)
      return HOME_SCREENS.find((each) => each === said?.status) ?? 'unsupported'
    },
    addToHomeScreen: () => post('web_app_add_to_home_screen'),
  }
}

/** As large as it may be, dragged down by nobody, and loaded again when Telegram's web client says so. */
function settle(post: Post): void {
  on('reload_iframe', () => {
    post('iframe_will_reload')
    window.location.reload()
  })
  post('iframe_ready', { reload_supported: true })
  post('web_app_expand')
  post('web_app_setup_swipe_behavior', { allow_vertical_swipe: false })
}

function openTheme(colors: Colors, post: Post) {
  const { style, dataset } = document.documentElement
  const watchers = new Set<(theme: Theme) => void>()
  let now = colors
  let told = ''

  on('theme_changed', ({ theme_params }) => {
    now = theme_params
    for (const heard of watchers) heard(themeOf(now))
  })
  post('web_app_request_theme')

  function paint(): void {
    const own = telegramColors(now)
    dataset.platform = 'telegram'
    for (const [name, color] of Object.entries(own)) style.setProperty(`--tg-theme-${name}`, color)
    for (const name of OURS) style.removeProperty(name)
    const rules = getComputedStyle(document.documentElement)
    for (const name of OURS) style.setProperty(name, legibleOn(rules.getPropertyValue(name), own, themeOf(now)))
    if (told !== JSON.stringify(own)) tellColors(own, post)
    told = JSON.stringify(own)
  }

  return {
    get: () => themeOf(now),
    watch(heard: (theme: Theme) => void): Stop {
      watchers.add(heard)
      return () => void watchers.delete(heard)
    },
    paint,
  }
}

/** What is around the page has its colours. */
function tellColors(own: Readonly<Record<string, string>>, post: Post): void {
  const color = (name: string) => own[name] as `#${string}`
  post('web_app_set_header_color', { color_key: 'bg_color' })
  post('web_app_set_background_color', { color: color('bg-color') })
  post('web_app_set_bottom_bar_color', { color: color('bottom-bar-bg-color') })
}

/** The notch of the device, and what Telegram lays over the page below it. */
function keepInsets(post: Post): void {
  const insets = { device: ZERO, content: ZERO }
  const write = () => {
    for (const side of SIDES)
      document.documentElement.style.setProperty(
        `--host-safe-${side}`,
        `${pixels(insets.device?.[side]) + pixels(insets.content?.[side])}px`,
      )
  }
  on('safe_area_changed', (device) => {
    insets.device = device
    write()
  })
  on('content_safe_area_changed', (content) => {
    insets.content = content
    write()
  })
  post('web_app_request_safe_area')
  post('web_app_request_content_safe_area')
}

/** Who says nothing of it shows the app. */
const isVisible = (said: EventPayload<'visibility_changed'> | null): boolean => said?.is_visible !== false

/** Some clients send nothing, or no number. */
const pixels = (said: unknown): number => (typeof said === 'number' && said > 0 && said < 500 ? said : 0)

/** A keyboard takes half of the page, and not every web view moves what is typed into out of its way. */
function keepFieldSeen(): void {
  let before = window.visualViewport?.height ?? 0
  window.visualViewport?.addEventListener('resize', () => {
    const now = window.visualViewport?.height ?? 0
    const field = document.activeElement
    if (now < before && field instanceof HTMLInputElement) field.scrollIntoView({ block: 'center' })
    before = now
  })
}

/** Nothing shakes in a hand that has not touched the app. */
function watchTouch(): () => boolean {
  let isTouched = false
  const touch = () => {
    isTouched = true
  }
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, touch, { once: true, capture: true })
  return () => isTouched
}

const HAPTICS = {
  tap: { type: 'impact', impact_style: 'light' },
  step: { type: 'selection_change' },
  done: { type: 'notification', notification_type: 'success' },
  refused: { type: 'notification', notification_type: 'error' },
  warning: { type: 'notification', notification_type: 'warning' },
} as const satisfies Record<Feeling, unknown>

/** A link into Telegram stays there; others open beside it. */
function openLink(link: string, post: Post, isForTelegram: boolean): void {
  const { hostname, pathname, search, href } = new URL(link, window.location.href)
  if (hostname === 't.me' && isForTelegram) post('web_app_open_tg_link', { path_full: pathname + search })
  else post('web_app_open_link', { url: href })
}

/** A web view may do nothing for a link that opens another window. */
function sendLinksTo(open: (link: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[target="_blank"]') : null
    if (!(link instanceof HTMLAnchorElement)) return
    event.preventDefault()
    open(link.href)
  })
}

/** A launch signs in anew, so nothing that signs in is left behind. */
function tokensInMemory(local: Keep): Keep {
  const memory = new Map<string, string>()
  const isToken = (key: string) => key === 'refreshToken' || key === 'accessToken'
  return {
    get: (key) => (isToken(key) ? (memory.get(key) ?? null) : local.get(key)),
    set: (key, value) => (isToken(key) ? void memory.set(key, value) : local.set(key, value)),
    remove: (key) => (isToken(key) ? void memory.delete(key) : local.remove(key)),
  }
}

/** Telegram for Android says of a phone that it is slow. */
const isSlow = (userAgent: string): boolean => /\bTelegram-Android\/.*;\s*LOW\)/.test(userAgent)
