import './frens-screen.css'
import { useAtomValue, useSetAtom } from 'jotai'
import type { InviteView } from '../../../contract/referrals/views.ts'
import { inviteLinkAtom, inviteOf, shareInviteAtom } from '../../state/account/invite.ts'
import { profileAtom } from '../../state/account/profile.ts'
import { copyTextAtom } from '../../state/app/copy-text.ts'
import { frensText } from '../../text/frens.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

/** The user's referral code and link. Rewards come in a later release. */
export default function FrensScreen() {
  const profile = useAtomValue(profileAtom)
  return (
    <div className="page frens">
      <Icon name="frens" size={28} />
      <h1>{frensText.head}</h1>
      <p>{frensText.line}</p>
      {profile ? <Invite user={profile.uuid} /> : <SkeletonRows count={2} height={60} />}
    </div>
  )
}

function Invite({ user }: { user: string }) {
  const query = useAtomValue(inviteOf(user))
  const refresh = useSetAtom(inviteOf(user))
  return (
    <QueryState
      query={query}
      failed={frensText.failed}
      line={frensText.failedLine}
      onRetry={() => void refresh('retry')}
    >
      {(invite) => <InviteContent invite={invite} />}
    </QueryState>
  )
}

function InviteContent({ invite }: { invite: InviteView }) {
  const link = useAtomValue(inviteLinkAtom)(invite)
  const share = useSetAtom(shareInviteAtom)
  const { referral_code: code } = invite
  return (
    <>
      <dl>
        <CopyRow
          name={frensText.code}
          shown={code.replace(/(\d{3})(?=\d)/g, '$1 ')}
          copied={code}
          label={frensText.copyCode}
        />
        <CopyRow
          name={frensText.link}
          shown={link.replace(/^https?:\/\//, '')}
          copied={link}
          label={frensText.copyLink}
        />
      </dl>
      <Button kind="primary" onClick={() => void share(link)}>
        <Icon name="share" size={20} />
        {frensText.share}
      </Button>
    </>
  )
}

type CopyRowProps = { name: string; shown: string; copied: string; label: string }

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
