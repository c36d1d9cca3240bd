/** Shown when Telegram launched the app with expired data. */

export const reopenText = {
  title: 'Open the app again',
  line: 'Your Telegram session has expired. Close the app and open it again.',
  close: 'Close',
} as const
