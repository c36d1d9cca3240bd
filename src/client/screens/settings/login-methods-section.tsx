import { useSetAtom } from 'jotai'
import { type ReactNode, useState } from 'react'
import type { Way } from '../../../contract/account-views.ts'
import type { ProfileView } from '../../../contract/views.ts'
import { proofKind, sendConfirmationAtom, unlinkAtom } from '../../atoms/account.ts'
import { notifyAtom } from '../../atoms/host.ts'
import { dayWords } from '../../format/times.ts'
import { settings, ways as words } from '../../text/en-settings.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { ListRow, ListRowLink } from '../../ui/list-row.tsx'
import { AddEmail } from './add-email.tsx'
import { LinkGoogle, LinkTelegram } from './link-key.tsx'
import { ProofSheet } from './proof-sheet.tsx'

const ICONS: Readonly<Record<Way, IconName>> = { email: 'mail', telegram: 'send', google: 'globe' }

/** Every way in, and what is asked for on top of it. */
export function Ways({ profile }: { profile: ProfileView }) {
  return (
    <section className="settings-group" aria-labelledby="settings-ways">
      <h2 id="settings-ways">{words.title}</h2>
      <ul className="rows">
        <li>
          <Email profile={profile} />
        </li>
        <li>
          <ListRowLink
            to="/settings/security/password"
            icon="lock"
            title={settings.password}
            line={passwordLine(profile)}
          />
        </li>
        <li>
          <TwoFactor profile={profile} />
        </li>
        <li>
          <Linked profile={profile} way="telegram" line={profile.username && `@${profile.username}`}>
            <LinkTelegram profile={profile} />
          </Linked>
        </li>
        <li>
          <Linked profile={profile} way="google" line={null}>
            <LinkGoogle profile={profile} />
          </Linked>
        </li>
      </ul>
    </section>
  )
}

function passwordLine({ has_password, password_changed_at: changed }: ProfileView): string {
  if (!has_password) return words.passwordNone
  return changed === null ? words.passwordSet : words.passwordChanged(dayWords(changed))
}

function TwoFactor({ profile: { has_2fa, recovery_codes_left } }: { profile: ProfileView }) {
  const to = '/settings/security/2fa'
  if (has_2fa) return <ListRowLink to={to} icon="key" title={settings.twoFactor} line={words.on(recovery_codes_left)} />
  return (
    <ListRow icon="key" title={settings.twoFactor} line={words.off}>
      <ButtonLink to={to} kind="primary" size="small">
        {words.turnOn}
      </ButtonLink>
    </ListRow>
  )
}

function Email({ profile }: { profile: ProfileView }) {
  const { email, email_confirmed } = profile
  const [isAdding, setAdding] = useState(false)
  const send = useSetAtom(sendConfirmationAtom)
  const notify = useSetAtom(notifyAtom)
  const confirm = async (address: string) => {
    const refusal = await send({})
    notify(
      refusal === undefined
        ? { kind: 'success', title: words.sent, detail: words.sentLine(address) }
        : { kind: 'error', title: refusal },
    )
  }
  if (email === null)
    return (
      <ListRow icon="mail" title={words.names.email} line={words.none}>
        <Button size="small" onClick={() => setAdding(true)} aria-label={words.addEmail}>
          {words.add}
        </Button>
        {isAdding && <AddEmail profile={profile} onClose={() => setAdding(false)} />}
      </ListRow>
    )
  return (
    <ListRow icon="mail" title={words.names.email} line={masked(email)}>
      {email_confirmed ? (
        <span className="badge" data-kind="good">
          {words.confirmed}
        </span>
      ) : (
        <Button size="small" onClick={() => void confirm(masked(email))}>
          {words.confirm}
        </Button>
      )}
    </ListRow>
  )
}

/** `ma***@example.com`: enough to know it by, too little for who looks over a shoulder. */
const masked = (email: string): string => email.replace(/^(.{1,2})[^@]*/, '$1***')

/** Its children link it. */
type LinkedProps = { profile: ProfileView; way: 'telegram' | 'google'; line: string | null; children: ReactNode }

function Linked({ profile, way, line, children }: LinkedProps) {
  const isLinked = profile.ways.includes(way)
  return (
    <ListRow icon={ICONS[way]} title={words.names[way]} line={isLinked ? (line ?? words.linked) : words.none}>
      {isLinked ? <UnlinkKey profile={profile} way={way} /> : children}
    </ListRow>
  )
}

function UnlinkKey({ profile, way }: { profile: ProfileView; way: Way }): ReactNode {
  const [isAsked, setAsked] = useState(false)
  const unlink = useSetAtom(unlinkAtom)
  const notify = useSetAtom(notifyAtom)
  const name = words.names[way]
  return (
    <>
      <Button kind="text" size="small" aria-label={words.unlinkTitle(name)} onClick={() => setAsked(true)}>
        {words.unlink}
      </Button>
      {isAsked && (
        <ProofSheet
          title={words.unlinkTitle(name)}
          line={words.unlinkLine(name)}
          action={words.unlink}
          kind={proofKind(profile)}
          onConfirm={async (proof) => {
            const refusal = await unlink({ way, ...proof })
            if (refusal === undefined) notify({ kind: 'success', title: words.unlinked(name) })
            return refusal
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
