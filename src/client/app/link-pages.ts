/** One file for the pages that request an email, show it, and open its links: each file has a name in the first chunk. */

export { default as ConfirmScreen } from '../screens/auth/confirm-screen.tsx'
export { default as ForgotScreen } from '../screens/auth/forgot-screen.tsx'
export { default as FreezeScreen } from '../screens/auth/freeze-screen.tsx'
export { default as ResetScreen } from '../screens/auth/reset-screen.tsx'
export { default as UndoScreen } from '../screens/auth/undo-screen.tsx'
export { default as PlayMailScreen } from '../screens/play-mail/play-mail-screen.tsx'
