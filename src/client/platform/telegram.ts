/**
 * The app inside Telegram. Nothing waits for Telegram's client: every value has a default, which a later event replaces,
 * so a client that never replies starts as fast as others. Methods that the client's version lacks are not called.
 */

import { createPostEvent, type EventPayload, on, supports, targetOrigin } from '@telegram-apps/sdk-react'
import { applyTelegramColors } from './apply-telegram-colors.ts'
import { browser } from './browser.ts'
import type { Launch } from './launch.ts'
import type { Haptic, HomeScreenStatus, KeyValueStorage, MiniApp, Platform, Theme, Unsubscribe } from './platform.ts'
import { type Colors, themeOf } from './telegram-colors.ts'
import { interceptLinks, openLink, reportingCopy } from './telegram-links.ts'
import { phoneParts } from './telegram-phone.ts'
import { createSendRequest, type SendRequest, share } from './telegram-request.ts'

type PostEvent = ReturnType<typeof createPostEvent>
type Insets = EventPayload<'safe_area_changed'>

const SIDES = ['top', 'bottom', 'left', 'right'] as const
const READY_MILLIS = 3_000
/** For requests that the client answers without the user. */
const CLIENT_MILLIS = 1_000
const HOME_SCREENS: readonly HomeScreenStatus[] = ['added', 'missed', 'unknown', 'unsupported']
const ZERO: Insets = { top: 0, bottom: 0, left: 0, right: 0 }

export function telegram(launch: Launch): Platform {
  // The server's `frame-ancestors` policy decides which pages may frame the app and receive these messages.
  targetOrigin.set('*')
  const postEvent = createPostEvent(launch.version, () => undefined)
  const isSupported = (method: Parameters<typeof supports>[0]) => supports(method, launch.version)
  const page = browser()
  const theme = watchTheme(launch.colors, postEvent)
  let isShown = true
  on('visibility_changed', (event) => {
    isShown = isVisible(event)
  })
  const sendRequest = createSendRequest({ postEvent, on, supports: isSupported })
  setUpWindow(postEvent)
  if (isSlow(navigator.userAgent)) document.documentElement.dataset.motion = 'less'
  if (isSupported('web_app_request_safe_area')) followSafeArea(postEvent)
  scrollToFocusedField()
  const isTouched = watchFirstTouch()
  const openWeb = (url: string) => postEvent('web_app_open_link', { url })
  const openTelegram = isSupported('web_app_open_tg_link')
    ? (path_full: string) => postEvent('web_app_open_tg_link', { path_full })
    : (path: string) => openWeb(`https://t.me${path}`)
  const { copy, onCopied } = reportingCopy(page.copy)
  const open = (link: string) => openLink(link, { openWeb, openTelegram, copy })
  interceptLinks(open)
  return {
    storage: tokensInMemory(page.storage),
    sessionStorage: page.sessionStorage,
    withLock: page.withLock,
    onStorageChange: () => () => undefined,
    onWake(listener) {
      const unsubscribes = [page.onWake(listener), on('visibility_changed', (event) => isVisible(event) && listener())]
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
      }
    },
    isVisible: () => isShown && page.isVisible(),
    hostTheme: theme.get,
    onHostTheme: theme.watch,
    haptic: (haptic) => {
      if (isTouched()) postEvent('web_app_trigger_haptic_feedback', HAPTICS[haptic])
    },
    openLink: open,
    copy: page.copy,
    paste: page.paste,
    share: (invitation) => share(invitation, sendRequest, open),
    shareText: async (text) => {
      open(`https://t.me/share/url?${new URLSearchParams({ url: text })}`)
      return 'opened'
    },
    // The web views of the phone apps ignore downloads.
    savesFiles: false,
    miniApp: { ...miniApp(launch, postEvent, sendRequest, theme.apply), onLinkCopied: onCopied },
  }
}

function miniApp(
  launch: Launch,
  postEvent: PostEvent,
  sendRequest: SendRequest,
  applyTheme: () => void,
): Omit<MiniApp, 'onLinkCopied'> {
  let isReady = false
  const ready = () => {
    if (!isReady) postEvent('web_app_ready')
    isReady = true
  }
  setTimeout(ready, READY_MILLIS)
  if (supports('web_app_setup_settings_button', launch.version))
    postEvent('web_app_setup_settings_button', { is_visible: true })
  return {
    initData: launch.initData,
    client: launch.client,
    start: launch.start,
    ready,
    applyTheme,
    showBackButton: (isVisible) => postEvent('web_app_setup_back_button', { is_visible: isVisible }),
    onBack: (listener) => on('back_button_pressed', listener),
    setMainButton: (button) =>
      postEvent(
        'web_app_setup_main_button',
        button === undefined
          ? { is_visible: false }
          : {
              is_visible: true,
              is_active: button.isEnabled,
              is_progress_visible: button.isBusy,
              text: button.text,
            },
      ),
    onMainButton: (listener) => on('main_button_pressed', listener),
    onSettings: (listener) => on('settings_button_pressed', listener),
    confirmClosing(isNeeded) {
      // Closing confirmation came with version 6.2, as `open_popup` did; the SDK reports it as supported everywhere.
      if (supports('web_app_open_popup', launch.version))
        postEvent('web_app_setup_closing_behavior', { need_confirmation: isNeeded })
    },
    close: () => postEvent('web_app_close'),
    // Versions without this request let the bot write to every user who has started it.
    requestWriteAccess: async () =>
      supports('web_app_request_write_access', launch.version)
        ? (await sendRequest('web_app_request_write_access', ['write_access_requested']))?.status === 'allowed'
        : true,
    async homeScreen() {
      const reply = await sendRequest('web_app_check_home_screen', ['home_screen_checked'], CLIENT_MILLIS)
      return HOME_SCREENS.find((each) => each === reply?.status) ?? 'unsupported'
    },
    addToHomeScreen: () => postEvent('web_app_add_to_home_screen'),
    ...phoneParts(launch, supports, postEvent, sendRequest),
  }
}

/** Expands the app, disables the swipe that closes it, and reloads it when Telegram's web client asks for it. */
function setUpWindow(postEvent: PostEvent): void {
  on('reload_iframe', () => {
    postEvent('iframe_will_reload')
    window.location.reload()
  })
  postEvent('iframe_ready', { reload_supported: true })
  postEvent('web_app_expand')
  postEvent('web_app_setup_swipe_behavior', { allow_vertical_swipe: false })
}

function watchTheme(colors: Colors, postEvent: PostEvent) {
  const listeners = new Set<(theme: Theme) => void>()
  let current = colors
  let lastSent = ''

  on('theme_changed', ({ theme_params }) => {
    current = theme_params
    for (const listener of listeners) listener(themeOf(current))
  })
  postEvent('web_app_request_theme')

  function apply(): void {
    const colors = applyTelegramColors(current)
    if (lastSent !== JSON.stringify(colors)) sendColors(colors, postEvent)
    lastSent = JSON.stringify(colors)
  }

  return {
    get: () => themeOf(current),
    watch(listener: (theme: Theme) => void): Unsubscribe {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    apply,
  }
}

/** Telegram's header, background and bottom bar get the colours of the page. */
function sendColors(colors: Readonly<Record<string, string>>, postEvent: PostEvent): void {
  const color = (name: string) => colors[name] as `#${string}`
  postEvent('web_app_set_header_color', { color_key: 'bg_color' })
  postEvent('web_app_set_background_color', { color: color('bg-color') })
  postEvent('web_app_set_bottom_bar_color', { color: color('bottom-bar-bg-color') })
}

/** Sets the safe area of the page: the device's notch plus Telegram's own controls over the page. */
function followSafeArea(postEvent: PostEvent): void {
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
  postEvent('web_app_request_safe_area')
  postEvent('web_app_request_content_safe_area')
}

/** True for clients that do not send visibility. */
const isVisible = (event: EventPayload<'visibility_changed'> | null): boolean => event?.is_visible !== false

/** Some clients send no inset, or a value that is not a number. */
const pixels = (value: unknown): number => (typeof value === 'number' && value > 0 && value < 500 ? value : 0)

/** Not every web view scrolls the focused field above the keyboard. */
function scrollToFocusedField(): void {
  let lastHeight = window.visualViewport?.height ?? 0
  window.visualViewport?.addEventListener('resize', () => {
    const height = window.visualViewport?.height ?? 0
    const field = document.activeElement
    if (height < lastHeight && field instanceof HTMLInputElement) field.scrollIntoView({ block: 'center' })
    lastHeight = height
  })
}

/** No haptic feedback before the first touch. */
function watchFirstTouch(): () => boolean {
  let isTouched = false
  const touch = () => {
    isTouched = true
  }
  for (const event of ['pointerdown', 'keydown']) window.addEventListener(event, touch, { once: true, capture: true })
  return () => isTouched
}

const HAPTICS = {
  tap: { type: 'impact', impact_style: 'light' },
  selection: { type: 'selection_change' },
  success: { type: 'notification', notification_type: 'success' },
  error: { type: 'notification', notification_type: 'error' },
  warning: { type: 'notification', notification_type: 'warning' },
} as const satisfies Record<Haptic, unknown>

/** Each launch signs in again, so tokens are not stored on the device. */
function tokensInMemory(local: KeyValueStorage): KeyValueStorage {
  const memory = new Map<string, string>()
  const isToken = (key: string) => key === 'refreshToken' || key === 'accessToken'
  return {
    get: (key) => (isToken(key) ? (memory.get(key) ?? null) : local.get(key)),
    set: (key, value) => (isToken(key) ? void memory.set(key, value) : local.set(key, value)),
    remove: (key) => (isToken(key) ? void memory.delete(key) : local.remove(key)),
  }
}

/** Telegram for Android reports the performance class of the phone. */
const isSlow = (userAgent: string): boolean => /\bTelegram-Android\/.*;\s*LOW\)/.test(userAgent)
