import { useAtomValue, useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import type { ProfileView } from '../../../../contract/account/views.ts'
import type { LoginMethod } from '../../../../contract/auth/views.ts'
import { ProofSheet } from '../../../components/proofs/proof-sheet.tsx'
import { proofKind, unlinkAtom } from '../../../state/account/credentials.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { linkableMethodsAtom } from '../../../state/auth/login-methods.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Cell, Section } from '../../../ui/cells/cells.tsx'
import type { IconName } from '../../../ui/icon.tsx'
import { LinkGoogle, LinkTelegram } from './link-buttons.tsx'

const text = settingsText.loginMethods

const ICONS: Readonly<Record<LinkedProps['method'], IconName>> = { telegram: 'send', google: 'globe' }

/** The ways to sign in besides the email, which is one of the protections; nothing where there are none. */
export function LoginMethodsSection({ profile }: { profile: ProfileView }) {
  const linkable = useAtomValue(linkableMethodsAtom)
  const telegram = linkable.telegram || profile.ways.includes('telegram')
  const google = linkable.google || profile.ways.includes('google')
  if (!telegram && !google) return null
  return (
    <Section title={text.title} kind="menu">
      {telegram && (
        <Linked profile={profile} method="telegram" line={profile.username && `@${profile.username}`}>
          <LinkTelegram profile={profile} />
        </Linked>
      )}
      {google && (
        <Linked profile={profile} method="google" line={null}>
          <LinkGoogle profile={profile} />
        </Linked>
      )}
    </Section>
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
