import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router-dom'
import { pages } from '../../../../contract/pages.ts'
import { profileAtom } from '../../../state/account/profile.ts'
import { displayOpenAtom } from '../../../state/app/display-sheet-open.ts'
import { appText } from '../../../text/app.ts'
import { settingsText } from '../../../text/settings.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import { Person } from './person.tsx'
import style from './sidebar.module.css'
import { useLogOut } from './use-log-out.ts'

const { page: text, rows, titles } = settingsText

const ACCOUNT = [
  { to: pages.identity, name: titles.identity },
  { to: pages.addresses, name: titles.addresses },
  { to: pages.devices, name: titles.devices },
]

/** The list of settings on desktop. */
export function Sidebar() {
  const [isOpen, setOpen] = useState(true)
  const openDisplay = useSetAtom(displayOpenAtom)
  const { pathname } = useLocation()
  const logOut = useLogOut()
  const profile = useAtomValue(profileAtom)
  const isWide = useWideScreen()
  // The page of the index is Security.
  const isSecurity = pathname === pages.settings || pathname.startsWith(pages.security)
  return (
    <nav className={style.side} aria-label={text.title}>
      {isWide && profile && <Person profile={profile} />}
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name="user" size={20} />
        {text.account}
        <Icon name={isOpen ? 'chevron-up' : 'chevron-down'} size={16} className={style.chevron} />
      </button>
      {isOpen && (
        <div className={style.group}>
          <Link to={pages.security} aria-current={isSecurity ? 'page' : undefined}>
            {titles.security}
          </Link>
          {ACCOUNT.map(({ to, name }) => (
            <NavLink key={to} to={to}>
              {name}
            </NavLink>
          ))}
        </div>
      )}
      <NavLink to={pages.notificationSettings}>
        <Icon name="bell" size={20} />
        {titles.notifications}
      </NavLink>
      <button type="button" aria-haspopup="dialog" onClick={() => openDisplay(true)}>
        <Icon name="globe" size={20} />
        {rows.display}
      </button>
      <NavLink to={pages.appearance}>
        <Icon name="moon" size={20} />
        {titles.appearance}
      </NavLink>
      <Link to={pages.help}>
        <Icon name="help" size={20} />
        {titles.helpAndRules}
      </Link>
      <Link to={`${pages.liabilities}?check`}>
        <Icon name="shield" size={20} />
        {settingsText.inclusion.title}
      </Link>
      {logOut && (
        <button type="button" className={style.logOut} onClick={logOut}>
          <Icon name="log-out" size={20} />
          {appText.nav.logOut}
        </button>
      )}
    </nav>
  )
}
