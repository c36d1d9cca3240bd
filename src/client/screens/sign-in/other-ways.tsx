import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation } from 'react-router-dom'
import { goToGoogleAtom } from '../../atoms/google.ts'
import { returnPath } from '../../atoms/return-path.ts'
import { shownWaysAtom } from '../../atoms/ways.ts'
import { goToTelegramAtom } from '../../atoms/widget-login.ts'
import { text } from '../../text/en.ts'
import { GoogleIcon, TelegramIcon, WaysIn } from '../../ui/ways-in.tsx'

/** Google and Telegram, as far as there are any here. */
export function OtherWays({ title }: { title: string }) {
  const { google, telegram } = useAtomValue(shownWaysAtom)
  const goToGoogle = useSetAtom(goToGoogleAtom)
  const goToTelegram = useSetAtom(goToTelegramAtom)
  const from = returnPath(useLocation().state)
  const ways = [
    ...(google ? [{ name: text.auth.google, icon: <GoogleIcon />, onPress: () => void goToGoogle(from) }] : []),
    ...(telegram ? [{ name: text.auth.telegram, icon: <TelegramIcon />, onPress: () => void goToTelegram(from) }] : []),
  ]
  return <WaysIn title={title} ways={ways} />
}
