import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'react-router-dom'
import { startGoogleLoginAtom } from '../../state/auth/google-login.ts'
import { shownLoginMethodsAtom } from '../../state/auth/login-methods.ts'
import { returnPath } from '../../state/auth/return-path.ts'
import { startTelegramLoginAtom } from '../../state/auth/telegram-login.ts'
import { authText } from '../../text/auth.ts'
import { GoogleIcon, LoginMethodButtons, TelegramIcon } from './login-method-buttons.tsx'

/** Google and Telegram, where they are available. */
export function OtherLoginMethods({ title }: { title: string }) {
  const { google, telegram } = useAtomValue(shownLoginMethodsAtom)
  const startGoogleLogin = useSetAtom(startGoogleLoginAtom)
  const startTelegramLogin = useSetAtom(startTelegramLoginAtom)
  const path = returnPath(useLocation().state)
  const methods = [
    { name: authText.google, icon: <GoogleIcon />, state: google, onPress: () => void startGoogleLogin(path) },
    { name: authText.telegram, icon: <TelegramIcon />, state: telegram, onPress: () => void startTelegramLogin(path) },
  ]
  return (
    <LoginMethodButtons
      title={title}
      methods={methods.filter(({ state }) => state !== 'hidden' && state !== 'website')}
    />
  )
}
