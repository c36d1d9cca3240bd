import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import type { ProfileView } from '../../../../contract/account/views.ts'
import type { LoginMethod } from '../../../../contract/auth/views.ts'
import { ProofSheet } from '../../../components/proofs/proof-sheet.tsx'
import { maskedEmail, proofKind, requestConfirmationAtom, unlinkAtom } from '../../../state/account/credentials.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { linkableMethodsAtom } from '../../../state/auth/login-methods.ts'
import { settingsText } from '../../../text/settings.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Cell, Section } from '../../../ui/cells/cells.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { AddEmail } from './add-email.tsx'
import { LinkGoogle, LinkTelegram } from './link-buttons.tsx'

const text = settingsText.loginMethods

const ICONS: Readonly<Record<LoginMethod, IconName>> = { email: 'mail', telegram: 'send', google: 'globe' }

/** The ways to sign in. */
export function LoginMethodsSection({ profile }: { profile: ProfileView }) {
  const { google, telegram } = useAtomValue(linkableMethodsAtom)
  return (
    <Section title={text.title} kind="menu">
      <Email profile={profile} />
      {(telegram || profile.ways.includes('telegram')) && (
        <Linked profile={profile} method="telegram" line={profile.username && `@${profile.username}`}>
          <LinkTelegram profile={profile} />
        </Linked>
      )}
      {(google || profile.ways.includes('google')) && (
        <Linked profile={profile} method="google" line={null}>
          <LinkGoogle profile={profile} />
        </Linked>
      )}
    </Section>
  )
}

function Email({ profile }: { profile: ProfileView }) {
  const { email, email_confirmed } = profile
  const [isAdding, setAdding] = useState(false)
  const request = useSetAtom(requestConfirmationAtom)
  if (email === null)
    return (
      <Cell icon="mail" title={text.names.email} line={text.none}>
        <Button size="small" onClick={() => setAdding(true)} aria-label={text.addEmail}>
          {text.add}
        </Button>
        {isAdding && <AddEmail profile={profile} onClose={() => setAdding(false)} />}
      </Cell>
    )
  return (
    <Cell icon="mail" title={text.names.email} line={email_confirmed ? maskedEmail(email) : text.unconfirmed}>
      {email_confirmed ? (
        <Badge isGood>{text.confirmed}</Badge>
      ) : (
        <Button size="small" onClick={() => void request(email)}>
          {text.confirm}
        </Button>
      )}
    </Cell>
  )
}

/** `children`: the button that links the method. */
type LinkedProps = { profile: ProfileView; method: 'telegram' | 'google'; line: string | null; children: ReactNode }

function Linked({ profile, method, line, children }: LinkedProps) {
  const isLinked = profile.ways.includes(method)
  return (
    <Cell icon={ICONS[method]} title={text.names[method]} line={isLinked ? (line ?? text.linked) : text.none}>
      {isLinked ? <UnlinkButton profile={profile} method={method} /> : children}
    </Cell>
  )
}

function UnlinkButton({ profile, method }: { profile: ProfileView; method: LoginMethod }): ReactNode {
  const [isConfirming, setConfirming] = useState(false)
  const unlink = useSetAtom(unlinkAtom)
  const notify = useSetAtom(notifyAtom)
  const name = text.names[method]
  return (
    <>
      <Button kind="text" size="small" aria-label={text.unlinkTitle(name)} onClick={() => setConfirming(true)}>
        {text.unlink}
      </Button>
      {isConfirming && (
        <ProofSheet
          title={text.unlinkTitle(name)}
          line={text.unlinkLine(name)}
          action={text.unlink}
          kinds={[proofKind(profile)]}
          onConfirm={async (proof) => {
            const error = await unlink({ way: method, ...proof })
            if (error === undefined) notify({ kind: 'success', title: text.unlinked(name) })
            return error
          }}
          onClose={() => setConfirming(false)}
        />
      )}
    </>
  )
}
