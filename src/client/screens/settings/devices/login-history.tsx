import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { PagedRows } from '../../../components/paged-rows.tsx'
import { dayTime } from '../../../format/times.ts'
import { loginHistoryOf } from '../../../state/account/sessions.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { settingsText } from '../../../text/settings.ts'
import { Cell, Section } from '../../../ui/cells/cells.tsx'
import { Icon } from '../../../ui/icon.tsx'
import style from './devices.module.css'

const text = settingsText.devices

/** Collapsed at first; loads when opened. */
export function LoginHistory({ user }: { user: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={style.history} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {text.history}
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} />
      </summary>
      {isOpen && <Attempts user={user} />}
    </details>
  )
}

function Attempts({ user }: { user: string }) {
  const { list, load, next } = loginHistoryOf(user)
  const [attempts, retry, more] = [useAtomValue(list), useSetAtom(load), useSetAtom(next)]
  const now = useAtomValue(clockAtom)
  return (
    <PagedRows
      list={attempts}
      emptyTitle={text.none}
      emptyLine={text.noneLine}
      onRetry={() => void retry()}
      onMore={() => void more()}
    >
      {(items) => (
        <Section>
          {items.map(({ at, way, device, ip_masked, outcome }) => (
            <Cell
              key={`${at} ${outcome}`}
              icon={outcome === 'signed_in' ? 'check' : 'alert'}
              title={text.outcomes[outcome]}
              line={`${device}, ${text.line(settingsText.loginMethods.names[way], ip_masked, dayTime(at, now))}`}
            />
          ))}
        </Section>
      )}
    </PagedRows>
  )
}
