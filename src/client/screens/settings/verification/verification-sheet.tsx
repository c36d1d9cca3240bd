import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { grouped, withDecimals } from '../../../format/numbers.ts'
import { verificationLinkOf, watchResultAtom } from '../../../state/account/verification.ts'
import { limitsOf } from '../../../state/wallet/limits.ts'
import { appText } from '../../../text/app.ts'
import { verificationText as text } from '../../../text/verification.ts'
import { SheetActions } from '../../../ui/actions.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import style from './verification.module.css'

type Props = { profile: ProfileView; onClose: () => void }

/** Explains the check and leads to the provider's page. */
export function VerificationSheet({ profile, onClose }: Props) {
  const { status, reject_reason: reason, provider } = profile.verification
  const [isOpened, setOpened] = useState(false)
  return (
    <Sheet title={text.sheet} close={appText.close} onClose={onClose} isPage>
      <div className={style.sheet}>
        {status === 'retry' && reason !== null && (
          <div className={style.reason}>
            <h3>{text.reason}</h3>
            <p>{reason}</p>
          </div>
        )}
        <ul className={style.points}>
          <LimitPoint user={profile.uuid} />
          <Point icon={provider === 'play' ? 'info' : 'user'}>{provider === 'play' ? text.play : text.prepare}</Point>
          <Point icon="external">{provider === 'play' ? text.opens : text.partner}</Point>
        </ul>
        <Continue user={profile.uuid} isOpened={isOpened} onOpen={() => setOpened(true)} />
      </div>
    </Sheet>
  )
}

function Point({ icon, children }: { icon: 'user' | 'external' | 'info' | 'withdraw'; children: string }) {
  return (
    <li>
      <Icon name={icon} size={20} />
      <span>{children}</span>
    </li>
  )
}

function LimitPoint({ user }: { user: string }) {
  const limits = useAtomValue(limitsOf(user))
  if (limits.state !== 'ready' || limits.value.verified_limit === null) return null
  const usdt = (value: string) => grouped(withDecimals(value, 0))
  return <Point icon="withdraw">{text.limit(usdt(limits.value.limit), usdt(limits.value.verified_limit))}</Point>
}

type ContinueProps = { user: string; isOpened: boolean; onOpen: () => void }

/** A link that the user presses: it may open a new tab, and inside Telegram the browser. */
function Continue({ user, isOpened, onOpen }: ContinueProps) {
  const request = useAtomValue(verificationLinkOf(user))
  const load = useSetAtom(verificationLinkOf(user))
  if (request.state === 'failed')
    return (
      <SheetActions>
        <FormError>{request.error}</FormError>
        <Button onClick={() => void load()}>{appText.retry}</Button>
      </SheetActions>
    )
  if (request.state === 'loading')
    return (
      <SheetActions>
        <Button kind="primary" busy={text.loading}>
          {text.continue}
        </Button>
      </SheetActions>
    )
  return (
    <SheetActions>
      {isOpened && <Waiting />}
      <ButtonAnchor
        kind={isOpened ? 'quiet' : 'primary'}
        href={request.link.url}
        target="_blank"
        rel="noopener"
        aria-label={isOpened ? undefined : text.continueLabel}
        onClick={onOpen}
      >
        {isOpened ? text.openAgain : text.continue}
        <Icon name="external" size={16} />
      </ButtonAnchor>
    </SheetActions>
  )
}

function Waiting() {
  useAtomValue(watchResultAtom)
  return (
    <p className={style.waiting} role="status">
      <Spinner />
      <span>
        <b>{text.waiting}</b>
        <small>{text.waitingLine}</small>
      </span>
    </p>
  )
}
