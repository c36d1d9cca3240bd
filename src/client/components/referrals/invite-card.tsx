import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { InviteView } from '../../../contract/referrals/views.ts'
import { copyTextAtom } from '../../state/app/copy-text.ts'
import { inviteLinkAtom, inviteOf, shareInviteAtom } from '../../state/referrals/invite.ts'
import { canShareToStoryAtom, shareToStoryAtom } from '../../state/referrals/story.ts'
import { appText } from '../../text/app.ts'
import { frensText } from '../../text/frens.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Section } from '../../ui/cells/cells.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { lazyPart } from '../../ui/states/lazy-part.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { useWideScreen } from '../../ui/use-wide-screen.ts'
import { FailedCells } from '../cell-states.tsx'
import { PartBoundary } from '../part-boundary.tsx'
import style from './invite-card.module.css'

const QrCode = lazyPart(() => import('../qr-code.tsx'))

/** The keys that share and show the referral link, and below them the code and the link. `rule`: what an invitation brings. */
export function InviteCard({ user, rule }: { user: string; rule?: string }) {
  const query = useAtomValue(inviteOf(user))
  const refresh = useSetAtom(inviteOf(user))
  if (query.state === 'failed')
    return (
      <FailedCells
        title={frensText.failed}
        line={query.errorText ?? frensText.failedLine}
        onRetry={() => void refresh('retry')}
      />
    )
  if (query.state === 'ready') return <Invite invite={query.value} rule={rule} />
  return (
    <Section kind="block">
      <Skeleton width="100%" height={160} />
    </Section>
  )
}

function Invite({ invite, rule }: { invite: InviteView; rule: string | undefined }) {
  const link = useAtomValue(inviteLinkAtom)(invite)
  const share = useSetAtom(shareInviteAtom)
  const isWide = useWideScreen()
  const { referral_code: code } = invite
  const spaced = code.replace(/(\d{3})(?=\d)/g, '$1 ')
  return (
    <Section kind="block">
      <div className={style.invite}>
        <div>
          {rule !== undefined && <p className={style.rule}>{rule}</p>}
          <div className={style.actions}>
            <Button kind="primary" onClick={() => void share(link)}>
              <Icon name="send" size={20} />
              {frensText.invite}
            </Button>
            {!isWide && <QrKey link={link} />}
            <StoryButton link={link} />
          </div>
          <dl className={style.rows}>
            {isWide && (
              <CopyRow name={frensText.code} shown={<b>{spaced}</b>} copied={code} label={frensText.copyCode} />
            )}
            <CopyRow
              name={isWide ? frensText.link : <CodeName code={spaced} />}
              shown={link.replace(/^https?:\/\//, '')}
              copied={link}
              label={frensText.copyLink}
            />
          </dl>
        </div>
        {isWide && <Qr link={link} />}
      </div>
    </Section>
  )
}

/** A phone shows the code in a sheet, a desk beside the keys. */
function QrKey({ link }: { link: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-label={frensText.showQr} title={frensText.showQr} onClick={() => setOpen(true)}>
        <Icon name="qr" size={20} />
      </Button>
      {isOpen && (
        <Sheet title={frensText.qrTitle} close={appText.close} onClose={() => setOpen(false)}>
          <Qr link={link} />
          <p className={style.hint}>{frensText.qrLine}</p>
        </Sheet>
      )}
    </>
  )
}

const Qr = ({ link }: { link: string }) => (
  <PartBoundary loading={<div className={style.qr} />}>
    <div className={style.qr}>
      <QrCode text={link} label={frensText.qrAlt(link)} />
    </div>
  </PartBoundary>
)

function StoryButton({ link }: { link: string }) {
  const share = useSetAtom(shareToStoryAtom)
  if (!useAtomValue(canShareToStoryAtom)) return null
  return (
    <Button className={style.story} onClick={() => share(link)}>
      <Icon name="plus" size={20} />
      {frensText.story}
    </Button>
  )
}

/** A phone has one row: the code names the link that contains it. */
const CodeName = ({ code }: { code: string }) => (
  <>
    {frensText.code} <b>{code}</b>
  </>
)

type CopyRowProps = { name: React.ReactNode; shown: React.ReactNode; copied: string; label: string }

function CopyRow({ name, shown, copied, label }: CopyRowProps) {
  const copy = useSetAtom(copyTextAtom)
  return (
    <div>
      <dt>{name}</dt>
      <dd>{shown}</dd>
      <dd>
        <IconButton label={label} onClick={() => void copy(copied)}>
          <Icon name="copy" size={20} />
        </IconButton>
      </dd>
    </div>
  )
}
