import './frens.css'
import { useAtomValue, useSetAtom } from 'jotai'
import type { InviteView } from '../../../contract/bot-views.ts'
import { copyAtom } from '../../atoms/copy.ts'
import { inviteLinkAtom, inviteOf, shareInviteAtom } from '../../atoms/invite.ts'
import { profileAtom } from '../../atoms/session.ts'
import { invite as words } from '../../text/en-frens.ts'
import { AskedPart } from '../../ui/asked-part.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** Inviting works; what it brings opens soon and says so. */
export default function FrensScreen() {
  const profile = useAtomValue(profileAtom)
  return (
    <div className="page frens">
      <Icon name="frens" size={28} />
      <h1>{words.head}</h1>
      <p>{words.line}</p>
      {profile ? <Invite user={profile.uuid} /> : <SkeletonRows count={2} height={60} />}
    </div>
  )
}

function Invite({ user }: { user: string }) {
  const asked = useAtomValue(inviteOf(user))
  const ask = useSetAtom(inviteOf(user))
  return (
    <AskedPart asked={asked} failed={words.failed} line={words.failedLine} onRetry={() => void ask('retry')}>
      {(invite) => <Known invite={invite} />}
    </AskedPart>
  )
}

function Known({ invite }: { invite: InviteView }) {
  const link = useAtomValue(inviteLinkAtom)(invite)
  const share = useSetAtom(shareInviteAtom)
  const { referral_code: code } = invite
  return (
    <>
      <dl>
        <Line name={words.code} shown={code.replace(/(\d{3})(?=\d)/g, '$1 ')} copied={code} label={words.copyCode} />
        <Line name={words.link} shown={link.replace(/^https?:\/\//, '')} copied={link} label={words.copyLink} />
      </dl>
      <Button kind="primary" onClick={() => void share(link)}>
        <Icon name="share" size={20} />
        {words.share}
      </Button>
    </>
  )
}

type LineProps = { name: string; shown: string; copied: string; label: string }

function Line({ name, shown, copied, label }: LineProps) {
  const copy = useSetAtom(copyAtom)
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
