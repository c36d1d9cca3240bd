import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ProfileView } from '../../../contract/views.ts'
import { linkEmailAtom, proofKind } from '../../atoms/account.ts'
import { notifyAtom } from '../../atoms/host.ts'
import { newEmailFault } from '../../atoms/sign-in-rules.ts'
import { ways as words } from '../../text/en-settings.ts'
import { TextField } from '../../ui/text-field.tsx'
import { ProofSheet } from './proof-sheet.tsx'

/** An address for an account without one; it counts when the link that is sent there was opened. */
export function AddEmail({ profile, onClose }: { profile: ProfileView; onClose: () => void }) {
  const [email, setEmail] = useState('')
  const link = useSetAtom(linkEmailAtom)
  const notify = useSetAtom(notifyAtom)
  return (
    <ProofSheet
      title={words.addEmail}
      line={words.addEmailLine}
      action={words.send}
      kind={proofKind(profile)}
      onConfirm={async (proof) => {
        const wrong = newEmailFault(email)
        if (wrong !== undefined) return wrong
        const refusal = await link({ email: email.trim(), ...proof })
        if (refusal === undefined) notify({ kind: 'success', title: words.sent, detail: words.sentLine(email.trim()) })
        return refusal
      }}
      onClose={onClose}
    >
      <TextField
        label={words.newEmail}
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
