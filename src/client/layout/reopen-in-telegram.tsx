import { useAtomValue } from 'jotai'
import { hostAtom } from '../state/app/host.ts'
import { loginMethodsAtom } from '../state/auth/login-methods.ts'
import { reopenText } from '../text/reopen.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/states/empty-state.tsx'
import style from './reopen-in-telegram.module.css'

/**
 * Telegram sometimes launches the app with expired init data; only another launch brings new data. A client that keeps the
 * old data gets new data from the button in the chat with the bot.
 */
export default function ReopenInTelegram() {
  const { miniApp, openLink } = useAtomValue(hostAtom).platform
  const methods = useAtomValue(loginMethodsAtom)
  const chat = methods.state === 'ready' ? methods.value.telegram?.chat_link : undefined
  return (
    <main className={style.reopen}>
      <EmptyState icon="alert" title={reopenText.title} line={reopenText.line} isError>
        <Button kind="primary" onClick={() => miniApp?.close()}>
          {reopenText.close}
        </Button>
        {chat != null && (
          <>
            <p>{reopenText.again}</p>
            <Button onClick={() => openLink(chat)}>{reopenText.chat}</Button>
          </>
        )}
      </EmptyState>
    </main>
  )
}
