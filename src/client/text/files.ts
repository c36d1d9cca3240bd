/** Files that Telegram cannot save. */

export const filesText = {
  copy: 'Copy',
  ready: 'Loaded. Tap "Copy" now.',
} as const
