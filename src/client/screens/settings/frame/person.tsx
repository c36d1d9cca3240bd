import type { ProfileView } from '../../../../contract/account/views.ts'
import { settingsText } from '../../../text/settings.ts'
import { Icon } from '../../../ui/icon.tsx'
import style from './person.module.css'

const text = settingsText.person

/** Whose account it is. */
export function Person({ profile: { email, username } }: { profile: ProfileView }) {
  const name = email ?? (username ? `@${username}` : text.noName)
  return (
    <section className={style.person} aria-label={text.title}>
      <span className={style.avatar} aria-hidden="true">
        {email === null && !username ? <Icon name="user" size={20} /> : name.replace('@', '').slice(0, 1).toUpperCase()}
      </span>
      <b>{name}</b>
    </section>
  )
}
