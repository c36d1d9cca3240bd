import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { ProfileView } from '../../../../contract/account/views.ts'
import { requestConfirmationAtom } from '../../../state/account/credentials.ts'
import { settingsText } from '../../../text/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import style from './person.module.css'

const text = settingsText.person
const NAMES = settingsText.loginMethods.names

/** Whose account it is, and whether its email address is confirmed. */
export function Person({ profile }: { profile: ProfileView }) {
  const { email, email_confirmed, ways } = profile
  const request = useSetAtom(requestConfirmationAtom)
  return (
    <PersonName profile={profile}>
      <small>
        {email === null
          ? text.signedInWith(ways.map((way) => NAMES[way]).join(', '))
          : email_confirmed
            ? text.confirmed
            : text.unconfirmed}
        {email !== null && !email_confirmed && (
          <>
            <span aria-hidden="true">·</span>
            <Button kind="text" size="small" className={style.send} onClick={() => void request(email)}>
              {text.send}
            </Button>
          </>
        )}
      </small>
    </PersonName>
  )
}

/** `children`: below the name. */
export function PersonName({ profile: { email, username }, children }: { profile: ProfileView; children?: ReactNode }) {
  const name = email ?? (username ? `@${username}` : text.noName)
  return (
    <section className={style.person} aria-label={text.title}>
      <span className={style.avatar} aria-hidden="true">
        {email === null && !username ? <Icon name="user" size={20} /> : name.replace('@', '').slice(0, 1).toUpperCase()}
      </span>
      <div className={style.text}>
        <b>{name}</b>
        {children}
      </div>
    </section>
  )
}
