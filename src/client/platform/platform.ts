/** What the app needs of its host: a browser, or Telegram. */

import type { StartParameter } from '../../contract/referrals/start-parameter.ts'

export type Unsubscribe = () => void

export type KeyValueStorage = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

export type Theme = 'dark' | 'light'
export type Haptic = 'tap' | 'selection' | 'success' | 'error' | 'warning'

export type Invitation = {
  readonly link: string
  readonly text: string
  /** Id of a message prepared at Telegram for forwarding; undefined where there is none. */
  readonly message: () => Promise<string | undefined>
}
/** `opened`: the result is not known. `unknown`: the host cannot share. */
export type ShareResult = 'sent' | 'opened' | 'declined' | 'unknown'
/** Whether the app is on the home screen of the device. `unknown`: adding it may be offered. */
export type HomeScreenStatus = 'added' | 'missed' | 'unknown' | 'unsupported'

export interface Platform {
  readonly storage: KeyValueStorage
  /** Lives as long as the tab. */
  readonly sessionStorage: KeyValueStorage
  /** Cross-tab mutex (Web Locks); only of this page where the browser has none or refuses them. `work` does not fail. */
  withLock<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Another tab changed a stored value, or removed all of them: then the key is null too. */
  onStorageChange(listener: (key: string | null, value: string | null) => void): Unsubscribe
  /** The network is back, or the page is visible again. */
  onWake(listener: () => void): Unsubscribe
  isVisible(): boolean
  /** Used when the user has not chosen a theme. */
  hostTheme(): Theme
  onHostTheme(listener: (theme: Theme) => void): Unsubscribe
  haptic(haptic: Haptic): void
  openLink(link: string): void
  share(invitation: Invitation): Promise<ShareResult>
  /** False where the host forbids it. */
  copy(text: string): Promise<boolean>
  /** The text of the clipboard; undefined where the host or the user forbids it. */
  paste(): Promise<string | undefined>
  shareText(text: string): Promise<ShareResult>
  /** Whether a page can download a file. */
  readonly savesFiles: boolean
  /** Undefined in a browser. */
  readonly miniApp?: MiniApp
}

/** Telegram's Mini App: signed init data, native buttons, loading indicator. */
export interface MiniApp {
  /** Signed by Telegram; only the server parses it. */
  readonly initData: string
  /** `ios`, `android`, `tdesktop`, `weba` … */
  readonly client: string
  readonly start: StartParameter
  /** Hides Telegram's loading indicator. */
  ready(): void
  /** Sets the CSS variables from Telegram's theme, and Telegram's header and background colours. */
  applyTheme(): void
  showBackButton(isShown: boolean): void
  /** Undefined hides it. `isBusy` shows a spinner in it. */
  setMainButton(button: { text: string; isEnabled: boolean; isBusy: boolean } | undefined): void
  onMainButton(listener: () => void): Unsubscribe
  onBack(listener: () => void): Unsubscribe
  onSettings(listener: () => void): Unsubscribe
  /** A link that Telegram cannot open was copied instead, or copying failed. */
  onLinkCopied(listener: (isCopied: boolean) => void): Unsubscribe
  /** Whether Telegram asks before it closes the app. */
  confirmClosing(isNeeded: boolean): void
  close(): void
  homeScreen(): Promise<HomeScreenStatus>
  addToHomeScreen(): void
  /** Asks the user to let the bot write to them. True when it may. */
  requestWriteAccess(): Promise<boolean>
  /** Reads a QR code with the camera: its text, or undefined if the user closed the scanner. Only phone clients have one. */
  readonly scanQr?: ((hint: string) => Promise<string | undefined>) | undefined
  /** Opens the story editor. Only phone clients have one. */
  readonly shareToStory?: ((story: Story) => void) | undefined
}

/** `media_url`: a public picture. `widget_link`: Telegram accepts it from Premium users only. */
export type Story = {
  readonly media_url: string
  readonly text: string
  readonly widget_link?: { readonly url: string; readonly name: string }
}
