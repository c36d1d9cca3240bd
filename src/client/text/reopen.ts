/** Shown when Telegram launched the app with data that does not sign in any more. */

export const reopenText = {
  title: 'Open the app again',
  line: 'Your Telegram session has expired. Close the app and open it again.',
  close: 'Close',
  again: 'Still not working? Open the app with the button in the chat.',
  chat: 'Open the chat',
} as const
