/** What the app needs of the place it runs in. Telegram and a browser each have one. */

export type Stop = () => void

export type Keep = {
  get(key: string): string | null
  set(key: string, value: string): void
  remove(key: string): void
}

export type Theme = 'dark' | 'light'
export type Feeling = 'tap' | 'step' | 'done' | 'refused' | 'warning'

export interface Platform {
  readonly name: 'browser' | 'telegram'
  readonly keep: Keep
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
}
