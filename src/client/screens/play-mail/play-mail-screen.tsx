import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PlayMailView } from '../../../contract/auth/views.ts'
import { CellPage } from '../../components/cell-page.tsx'
import { FailedCells, LoadingCells } from '../../components/cell-states.tsx'
import { dayTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { isStaleAtom } from '../../state/app/connection-status.ts'
import { onOauthCallbackAtom } from '../../state/auth/oauth-callback.ts'
import { linkedPage, playMailAtom } from '../../state/auth/play-mail.ts'
import { appText } from '../../text/app.ts'
import { playMailText as text } from '../../text/play-wallet.ts'
import { Button } from '../../ui/button.tsx'
import { Cell, List, Placeholder, Section } from '../../ui/cells/cells.tsx'
import style from './play-mail-screen.module.css'

type MailView = PlayMailView['mails'][number]

/** The emails of a play-mode exchange that has no mail server. */
export default function PlayMailScreen() {
  return (
    <CellPage>
      <div className={`page ${style.page}`}>
        <List>
          <Mails />
        </List>
      </div>
    </CellPage>
  )
}

function Mails() {
  const [query, refresh] = [useAtomValue(playMailAtom), useSetAtom(playMailAtom)]
  const isOffline = useAtomValue(isStaleAtom)
  if (query.state === 'loading') return <LoadingCells count={3} />
  if (query.state === 'failed')
    return (
      <FailedCells
        title={text.failed}
        line={isOffline ? appText.errors.unreachable : (query.errorText ?? text.failedLine)}
        onRetry={() => void refresh('retry')}
      />
    )
  if (query.value === undefined) return <Placeholder icon="mail" title={text.sent} line={text.sentLine} />
  const { sees_all, link_origin, mails } = query.value
  if (mails.length === 0) return <Placeholder icon="mail" title={text.empty} line={text.emptyLine} />
  return (
    <>
      <Section kind="plain">
        <p className={style.lead}>{sees_all ? text.all : text.own}</p>
      </Section>
      <Section>
        {mails.map((mail) => (
          <Mail key={mail.id} mail={mail} linkOrigin={link_origin} />
        ))}
      </Section>
    </>
  )
}

type MailProps = { mail: MailView; linkOrigin: string }

/** A row that shows and hides the text of the email. */
function Mail({ mail, linkOrigin }: MailProps) {
  const [isOpen, setOpen] = useState(false)
  const now = useAtomValue(clockAtom)
  return (
    <>
      <Cell
        icon="mail"
        title={mail.subject}
        line={
          <>
            {text.to(mail.to)}{' '}
            <time className={style.time} dateTime={mail.at}>
              {dayTime(mail.at, now)}
            </time>
          </>
        }
        isOpen={isOpen}
        onPress={() => setOpen(!isOpen)}
      />
      {isOpen && <MailText mail={mail} linkOrigin={linkOrigin} />}
    </>
  )
}

/** Links that lead out of the app are text. */
function MailText({ mail: { parts }, linkOrigin }: MailProps) {
  const takeToken = useSetAtom(onOauthCallbackAtom)
  const navigate = useNavigate()
  const first = parts.find(({ link }) => link !== null)
  return (
    <div className={style.text}>
      {parts.map((part) => {
        const page = part.link === null ? undefined : linkedPage(part.link, linkOrigin)
        if (page === undefined) return <p key={part.text}>{[part.text, part.link ?? []].flat().join(': ')}</p>
        const open = () => {
          // The token stays out of the address.
          void takeToken(page)
          navigate(page.path)
        }
        return (
          <Button key={part.text} kind={part === first ? 'primary' : 'quiet'} size="medium" onClick={open}>
            {part.text}
          </Button>
        )
      })}
    </div>
  )
}
