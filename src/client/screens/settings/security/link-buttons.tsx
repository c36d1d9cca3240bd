import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Proof } from '../../../../contract/account/calls.ts'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { ProofSheet } from '../../../components/proofs/proof-sheet.tsx'
import { linkGoogleAtom, linkTelegramAtom, proofKind } from '../../../state/account/credentials.ts'
import { hostAtom, notifyAtom } from '../../../state/app/host.ts'
import { googleToLinkAtom, startGoogleLoginAtom } from '../../../state/auth/google-login.ts'
import { shownLoginMethodsAtom } from '../../../state/auth/login-methods.ts'
import { requestTelegramFieldsAtom } from '../../../state/auth/telegram-login.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

const text = settingsText.loginMethods

/** The data that Telegram signed. */
type TelegramResult = Omit<Parameters<typeof linkTelegramAtom.write>[2], keyof Proof>

/** Links a Telegram account: by popup, or by the init data inside Telegram. Requires proof of identity. */
export function LinkTelegram({ profile }: { profile: ProfileView }) {
  const { miniApp } = useAtomValue(hostAtom).platform
  const requestFields = useSetAtom(requestTelegramFieldsAtom)
  const link = useSetAtom(linkTelegramAtom)
  const [result, setResult] = useState<TelegramResult>()
  const begin = async () => {
    if (miniApp) return setResult({ init_data: miniApp.initData })
    const raw_callback_data = await requestFields()
    if (raw_callback_data !== undefined) setResult({ raw_callback_data })
  }
  return (
    <>
      <LinkButton name={text.names.telegram} onPress={() => void begin()} />
      {result !== undefined && (
        <LinkSheet
          name={text.names.telegram}
          profile={profile}
          link={(proof) => link({ ...result, ...proof })}
          onClose={() => setResult(undefined)}
        />
      )}
    </>
  )
}

/** Links a Google account: by a redirect to Google and back, inside Telegram on the website. */
export function LinkGoogle({ profile }: { profile: ProfileView }) {
  const { google } = useAtomValue(shownLoginMethodsAtom)
  const startGoogleLogin = useSetAtom(startGoogleLoginAtom)
  const link = useSetAtom(linkGoogleAtom)
  const [result, setResult] = useAtom(googleToLinkAtom)
  if (google === 'website') return <LinkOnWebsite name={text.names.google} />
  return (
    <>
      <LinkButton name={text.names.google} onPress={() => void startGoogleLogin('/settings/security', 'link')} />
      {result !== undefined && (
        <LinkSheet
          name={text.names.google}
          profile={profile}
          link={(proof) => link({ ...result, ...proof })}
          onClose={() => setResult(undefined)}
        />
      )}
    </>
  )
}

const LinkOnWebsite = ({ name }: { name: string }) => (
  <ButtonAnchor
    size="small"
    href="/settings/security"
    target="_blank"
    rel="noopener"
    aria-label={text.linkOnWebsite(name)}
  >
    {text.link}
    <Icon name="external" size={16} />
  </ButtonAnchor>
)

function LinkButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <Button size="small" aria-label={text.linkTitle(name)} onClick={onPress}>
      {text.link}
    </Button>
  )
}

type LinkSheetProps = {
  name: string
  profile: ProfileView
  link: (proof: Proof) => Promise<string | undefined>
  onClose: () => void
}

function LinkSheet({ name, profile, link, onClose }: LinkSheetProps) {
  const notify = useSetAtom(notifyAtom)
  return (
    <ProofSheet
      title={text.linkTitle(name)}
      line={text.linkLine(name)}
      action={text.link}
      kinds={[proofKind(profile)]}
      onConfirm={async (proof) => {
        const error = await link(proof)
        if (error === undefined) notify({ kind: 'success', title: text.linkedNow(name) })
        return error
      }}
      onClose={onClose}
    />
  )
}
