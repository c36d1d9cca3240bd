import { useSetAtom } from 'jotai'
import { useState } from 'react'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { requestConfirmationAtom } from '../../../state/account/credentials.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { AddEmail } from './add-email.tsx'
import style from './protections.module.css'

const text = settingsText.loginMethods

/** Adds an email or sends the link that confirms it; nothing for a confirmed one. */
export function EmailKey({ profile }: { profile: ProfileView }) {
  const { email, email_confirmed } = profile
  const [isAdding, setAdding] = useState(false)
  const request = useSetAtom(requestConfirmationAtom)
  if (email === null)
    return (
      <>
        <Button size="small" className={style.key} onClick={() => setAdding(true)} aria-label={text.addEmail}>
          {text.add}
        </Button>
        {isAdding && <AddEmail profile={profile} onClose={() => setAdding(false)} />}
      </>
    )
  if (email_confirmed) return null
  return (
    <Button
      kind="tinted"
      size="small"
      className={style.key}
      aria-label={text.confirmEmail}
      onClick={() => void request(email)}
    >
      {text.confirm}
    </Button>
  )
}
