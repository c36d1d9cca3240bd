import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ProfileView } from '../../../contract/views.ts'
import { disableTwoFactorAtom } from '../../atoms/account.ts'
import { notifyAtom } from '../../atoms/host.ts'
import { newRecoveryCodesAtom } from '../../atoms/two-factor.ts'
import { twoFactor as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ProofSheet } from './proof-sheet.tsx'

export function TwoFactorOn({ profile }: { profile: ProfileView }) {
  const [asked, ask] = useState<'codes' | 'off'>()
  const disable = useSetAtom(disableTwoFactorAtom)
  const renew = useSetAtom(newRecoveryCodesAtom)
  const notify = useSetAtom(notifyAtom)
  const close = () => ask(undefined)
  return (
    <section className="two-factor-on">
      <Icon name="shield" size={28} />
      <h2>{words.on}</h2>
      <p className="settings-hint">
        {words.onLine} {words.left(profile.recovery_codes_left)}.
      </p>
      <Button onClick={() => ask('codes')}>{words.fresh}</Button>
      <Button kind="outline" className="danger" onClick={() => ask('off')}>
        {words.off}
      </Button>
      {asked === 'codes' && (
        <ProofSheet
          title={words.fresh}
          line={words.freshLine}
          action={words.fresh}
          kind="code"
          onConfirm={({ code = '' }) => renew(code)}
          onClose={close}
        />
      )}
      {asked === 'off' && (
        <ProofSheet
          title={words.off}
          line={words.offLine}
          action={words.off}
          kind="code"
          onConfirm={async ({ code }) => {
            const refusal = await disable({ code })
            if (refusal === undefined) notify({ kind: 'success', title: words.isOff })
            return refusal
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
