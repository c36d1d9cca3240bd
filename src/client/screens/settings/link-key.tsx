import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ProfileView } from '../../../contract/views.ts'
import { linkTelegramAtom, proofKind } from '../../atoms/account.ts'
import { hostAtom, notifyAtom } from '../../atoms/host.ts'
import { ways as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { ProofSheet } from './proof-sheet.tsx'

/** Lets one more way sign in here. */
export function LinkKey({ profile, way }: { profile: ProfileView; way: 'telegram' | 'google' }) {
  const { miniApp } = useAtomValue(hostAtom).platform
  const [isAsked, setAsked] = useState(false)
  const link = useSetAtom(linkTelegramAtom)
  const notify = useSetAtom(notifyAtom)
  if (way === 'google' || !miniApp) return null
  const name = words.names[way]
  return (
    <>
      <Button size="small" onClick={() => setAsked(true)}>
        {words.link}
      </Button>
      {isAsked && (
        <ProofSheet
          title={name}
          line={words.link}
          action={words.link}
          kind={proofKind(profile)}
          onConfirm={async (proof) => {
            const refusal = await link({ init_data: miniApp.initData, ...proof })
            if (refusal === undefined) notify({ kind: 'success', title: words.linkedNow(name) })
            return refusal
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
