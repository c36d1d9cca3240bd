/** Currency, language, theme and colors. */

export const displayText = {
  currency: 'Currency',
  language: 'Language',
  theme: 'Theme',
  themes: { system: 'System', dark: 'Dark', light: 'Light' },
  colors: 'Price colors',
  palettes: { default: 'Green up', 'blue-amber': 'Blue up', 'red-up': 'Red up' },
  search: 'Search currencies',
  none: 'No matches',
  noneLine: 'Try a currency code or name.',
  clear: 'Clear search',
  failed: "Couldn't load the currencies",
  failedLine: 'Failed to fetch currencies',
  failedRate: 'Failed to fetch currency rate',
  soon: 'Coming soon',
  rate: (money: string) => `1 USDT = ${money}`,
  rateOf: (time: string) => `as of ${time}`,
  old: 'This rate is more than a week old.',
  missing: (code: string) => `No rate for ${code}. Showing USD.`,
  displayOnly: 'Display only. Trades settle in USDT.',
} as const

/** Each in its own language. Only the first is available. */
export const languages = [
  { code: 'en', name: 'English' },
  { code: 'ru', name: 'Русский' },
  { code: 'uk', name: 'Українська' },
  { code: 'es', name: 'Español' },
  { code: 'pt', name: 'Português' },
  { code: 'tr', name: 'Türkçe' },
  { code: 'de', name: 'Deutsch' },
  { code: 'fr', name: 'Français' },
  { code: 'id', name: 'Bahasa Indonesia' },
  { code: 'zh', name: '简体中文' },
] as const
