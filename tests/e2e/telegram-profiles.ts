/** Clients of Telegram, by what a mini-app can tell of them: what they say at a launch, and when they are asked. */

/** What is said when a question is asked. */
export type Reply = readonly [type: string, data: unknown]

export type Profile = {
  readonly version: string
  readonly client: string
  /** A client of an unknown kind may say anything. */
  readonly colors: Readonly<Record<string, unknown>>
  readonly answers: Readonly<Record<string, Reply>>
  /** How long ago Telegram signed what it launches with. */
  readonly ageMillis?: number
  /** A link into Telegram takes the place of the app. */
  readonly leavesByLink?: boolean
  readonly userAgent?: string
}

const HOUR = 60 * 60 * 1_000

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

export const insets = (top: number, bottom: number, left = 0, right = 0) => ({ top, bottom, left, right })

const android = (speed: string) =>
  `Mozilla/5.0 (Linux; Android 11; M2006C3LG) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 Telegram-Android/11.4.2 (Xiaomi M2006C3LG; Android 11; SDK 30; ${speed})`
const onAndroid = {
  version: '8.0',
  client: 'android',
  colors: LIGHT,
  answers: { web_app_request_theme: ['theme_changed', { theme_params: LIGHT }] },
} as const

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
  slow: { ...onAndroid, userAgent: android('LOW') },
  quick: { ...onAndroid, userAgent: android('HIGH') },
  /** Launches with what was signed when it first opened the app. */
  stale: { version: '9.1', client: 'tdesktop', colors: DARK, answers: {}, ageMillis: 25 * HOUR },
  web: {
    version: '9.1',
    client: 'weba',
    colors: LIGHT,
    answers: {
      web_app_request_theme: ['theme_changed', { theme_params: LIGHT }],
      web_app_send_prepared_message: ['prepared_message_failed', { error: 'UNSUPPORTED' }],
      web_app_check_home_screen: ['home_screen_checked', { status: 'unsupported' }],
    },
    leavesByLink: true,
  },
  old: { version: '6.0', client: 'android', colors: LIGHT, answers: {} },
  silent: { version: '9.1', client: 'tdesktop', colors: {}, answers: {} },
  broken: {
    version: '9.1',
    client: 'macos',
    colors: { bg_color: 'red', text_color: '#333333', button_color: '#2a2a2a' },
    answers: {
      web_app_request_theme: ['theme_changed', { theme_params: null }],
      web_app_request_viewport: ['viewport_changed', null],
      web_app_request_safe_area: ['safe_area_changed', null],
      web_app_request_content_safe_area: ['content_safe_area_changed', { top: 'x' }],
    },
  },
  hostile: {
    version: '9.1; drop',
    client: 'x'.repeat(10_000),
    colors: { bg_color: 5, text_color: null, button_color: {}, link_color: `url(${'x'.repeat(10_000)})` },
    answers: {
      web_app_request_theme: ['theme_changed', { theme_params: { bg_color: 7 } }],
      web_app_request_safe_area: ['safe_area_changed', 'x'.repeat(10_000)],
    },
  },
} as const satisfies Record<string, Profile>
