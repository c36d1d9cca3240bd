import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { ProofSheet } from '../../../components/proofs/proof-sheet.tsx'
import { linkEmailAtom, proofKind } from '../../../state/account/credentials.ts'
import { notifyAtom } from '../../../state/app/host.ts'
import { newEmailError } from '../../../state/auth/validate-credentials.ts'
import { settingsText } from '../../../text/settings.ts'
import { TextField } from '../../../ui/form/text-field.tsx'

const text = settingsText.loginMethods

/** Adds an email address to an account without one; it counts after its link was opened. */
export function AddEmail({ profile, onClose }: { profile: ProfileView; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const link = useSetAtom(linkEmailAtom)
  const notify = useSetAtom(notifyAtom)
  return (
    <ProofSheet
      title={text.addEmail}
      line={text.addEmailLine}
      action={text.send}
      kinds={[proofKind(profile)]}
      onConfirm={async (proof) => {
        const invalid = newEmailError(email)
        if (invalid !== undefined) return invalid
        const error = await link({ email: email.trim(), ...proof })
        if (error === undefined) notify({ kind: 'success', title: text.sent, detail: text.sentLine(email.trim()) })
        return error
      }}
      onClose={onClose}
    >
      <TextField
        label={text.newEmail}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        value={email}
        onType={setEmail}
      />
    </ProofSheet>
  )
}
