import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { ProofSheet } from '../../../components/proofs/proof-sheet.tsx'
import { disableTwoFactorAtom } from '../../../state/account/credentials.ts'
import { newRecoveryCodesAtom } from '../../../state/account/two-factor.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { Icon } from '../../../ui/icon.tsx'
import style from './two-factor.module.css'

const text = settingsText.twoFactor

/** The page that led here because it needs 2FA. */
const returnPathIn = (state: unknown): string | undefined =>
  typeof state === 'object' && state !== null && 'returnTo' in state && typeof state.returnTo === 'string'
    ? state.returnTo
    : undefined

export function TwoFactorOn({ profile }: { profile: ProfileView }) {
  const [dialog, setDialog] = useState<'codes' | 'off'>()
  const disable = useSetAtom(disableTwoFactorAtom)
  const renew = useSetAtom(newRecoveryCodesAtom)
  const notify = useSetAtom(notifyAtom)
  const returnTo = returnPathIn(useLocation().state)
  const close = () => setDialog(undefined)
  return (
    <section className={style.on}>
      <Icon name="shield" size={28} className={style.icon} />
      <h2>{text.on}</h2>
      <Hint>
        {text.onLine} {text.left(profile.recovery_codes_left)}.
      </Hint>
      {returnTo !== undefined && (
        <ButtonLink to={returnTo} kind="primary">
          {text.continue}
        </ButtonLink>
      )}
      <Button onClick={() => setDialog('codes')}>{text.fresh}</Button>
      <Button kind="danger" onClick={() => setDialog('off')}>
        {text.off}
      </Button>
      {dialog === 'codes' && (
        <ProofSheet
          title={text.fresh}
          line={text.freshLine}
          action={text.fresh}
          kinds={['code']}
          onConfirm={({ code = '' }) => renew(code)}
          onClose={close}
        />
      )}
      {dialog === 'off' && (
        <ProofSheet
          title={text.off}
          line={text.offLine}
          action={text.off}
          kinds={['code']}
          onConfirm={async ({ code }) => {
            const error = await disable({ code })
            if (error === undefined) notify({ kind: 'success', title: text.isOff })
            return error
          }}
          onClose={close}
        />
      )}
    </section>
  )
}
