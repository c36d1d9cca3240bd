import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Proof } from '../../../contract/account-views.ts'
import type { ProfileView } from '../../../contract/views.ts'
import { linkGoogleAtom, linkTelegramAtom, proofKind } from '../../atoms/account.ts'
import { googleToLinkAtom, goToGoogleAtom } from '../../atoms/google.ts'
import { hostAtom, notifyAtom } from '../../atoms/host.ts'
import { shownWaysAtom } from '../../atoms/ways.ts'
import { telegramToLinkAtom } from '../../atoms/widget-login.ts'
import { ways as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { ProofSheet } from './proof-sheet.tsx'

/** What the other side signed. */
type Evidence = Omit<Parameters<typeof linkTelegramAtom.write>[2], keyof Proof>

/** Telegram says who it is in a window of its own, or said so when it launched us; the owner of the account agrees. */
export function LinkTelegram({ profile }: { profile: ProfileView }) {
  const { miniApp } = useAtomValue(hostAtom).platform
  const isShown = useAtomValue(shownWaysAtom).telegram || miniApp !== undefined
  const ask = useSetAtom(telegramToLinkAtom)
  const link = useSetAtom(linkTelegramAtom)
  const [evidence, setEvidence] = useState<Evidence>()
  if (!isShown) return null
  const begin = async () => {
    if (miniApp) return setEvidence({ init_data: miniApp.initData })
    const raw_callback_data = await ask()
    if (raw_callback_data !== undefined) setEvidence({ raw_callback_data })
  }
  return (
    <>
      <LinkKey name={words.names.telegram} onPress={() => void begin()} />
      {evidence !== undefined && (
        <LinkSheet
          name={words.names.telegram}
          profile={profile}
          link={(proof) => link({ ...evidence, ...proof })}
          onClose={() => setEvidence(undefined)}
        />
      )}
    </>
  )
}

/** Google says who it is on a page of its own, and comes back. */
export function LinkGoogle({ profile }: { profile: ProfileView }) {
  const isShown = useAtomValue(shownWaysAtom).google
  const go = useSetAtom(goToGoogleAtom)
  const link = useSetAtom(linkGoogleAtom)
  const [evidence, setEvidence] = useAtom(googleToLinkAtom)
  if (!isShown) return null
  return (
    <>
      <LinkKey name={words.names.google} onPress={() => void go('/settings/security', 'link')} />
      {evidence !== undefined && (
        <LinkSheet
          name={words.names.google}
          profile={profile}
          link={(proof) => link({ ...evidence, ...proof })}
          onClose={() => setEvidence(undefined)}
        />
      )}
    </>
  )
}

function LinkKey({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <Button size="small" aria-label={words.linkTitle(name)} onClick={onPress}>
      {words.link}
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
      title={words.linkTitle(name)}
      line={words.linkLine(name)}
      action={words.link}
      kind={proofKind(profile)}
      onConfirm={async (proof) => {
        const refusal = await link(proof)
        if (refusal === undefined) notify({ kind: 'success', title: words.linkedNow(name) })
        return refusal
      }}
      onClose={onClose}
    />
  )
}
