/** What the app needs of the place it runs in. Telegram and a browser each have one. */

import type { StartParameter } from '../../contract/start-parameter.ts'

export type Stop = () => void

export type Keep = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

export type Theme = 'dark' | 'light'
export type Feeling = 'tap' | 'step' | 'done' | 'refused' | 'warning'

export type Invitation = {
  readonly link: string
  readonly words: string
  /** A message that Telegram keeps to be sent on; undefined where it keeps none. */
  readonly message: () => Promise<string | undefined>
}
/** `opened`: what becomes of it nobody tells. `unknown`: the host cannot share. */
export type Shared = 'sent' | 'opened' | 'declined' | 'unknown'
/** Whether the app stands among those of the device. `unknown`: it may be asked for. */
export type HomeScreen = 'added' | 'missed' | 'unknown' | 'unsupported'

export interface Platform {
  readonly keep: Keep
  /** Forgotten with the tab. */
  readonly tabKeep: Keep
  /** Runs the work while no other tab runs work of that name. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** Another tab changed what is kept. */
  onKept(heard: (key: string, value: string | null) => void): Stop
  /** The network is back or the page is looked at again. */
  onWake(heard: () => void): Stop
  isVisible(): boolean
  /** The theme of the host, when the reader has not chosen one. */
  hostTheme(): Theme
  onHostTheme(heard: (theme: Theme) => void): Stop
  feel(what: Feeling): void
  open(link: string): void
  share(invitation: Invitation): Promise<Shared>
  /** False where the host does not let us: the reader copies by hand. */
  copy(text: string): Promise<boolean>
  /** Telegram's part; undefined in a browser. */
  readonly miniApp?: MiniApp
}

/** What Telegram has around the app: evidence of who looks, keys of its own, a loader, a way out. */
export interface MiniApp {
  /** Signed by Telegram; the server reads it, we do not. */
  readonly initData: string
  /** `ios`, `android`, `tdesktop`, `weba` … */
  readonly client: string
  readonly start: StartParameter
  /** Something is on the screen: the loader may go. */
  ready(): void
  /** Writes the reader's colours where the style sheet reads them, and tells Telegram ours. */
  paint(): void
  showBack(isShown: boolean): void
  onBack(heard: () => void): Stop
  onSettings(heard: () => void): Stop
  /** Whether closing the app is asked about first. */
  guardClosing(isGuarded: boolean): void
  close(): void
  homeScreen(): Promise<HomeScreen>
  addToHomeScreen(): void
  /** Whether the bot may write to the reader, who is asked. */
  askToWrite(): Promise<boolean>
}
