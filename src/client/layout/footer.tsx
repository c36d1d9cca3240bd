import { useAtomValue } from 'jotai'
import { pages } from '../../contract/pages.ts'
import { FooterLink } from '../components/footer-link.tsx'
import { links } from '../platform/environment.ts'
import { sessionAtom } from '../state/auth/session.ts'
import { appText } from '../text/app.ts'
import style from './footer.module.css'

const text = appText.footer

const SOCIAL = [
  { icon: 'telegram', to: links.telegram, name: text.telegram },
  { icon: 'discord', to: links.discord, name: text.discord },
  { icon: 'x', to: links.twitter, name: text.twitter },
  { icon: 'linkedin', to: links.linkedin, name: text.linkedin },
] as const

/**
 * Help, terms and privacy are pages of our own unless a link is configured. There are no job openings. A signed-in phone
 * has the links at the end of the help page, which its settings lead to.
 */
export function Footer() {
  const isGuest = useAtomValue(sessionAtom).state === 'guest'
  const social = SOCIAL.filter(({ to }) => to !== undefined)
  return (
    <footer className={style.footer} data-guest={isGuest || undefined}>
      <div>
        {links.support && <FooterLink external={links.support} to={pages.help} name={text.support} />}
        {links.community && <FooterLink external={links.community} to={pages.help} name={text.community} />}
        <FooterLink external={links.help} to={pages.help} name={text.help} />
        <FooterLink external={links.terms} to={pages.terms} name={text.terms} />
        <FooterLink external={links.privacy} to={pages.privacy} name={text.privacy} />
        <FooterLink to={pages.about} name={text.about} />
        <span>
          {text.jobs} <small>{appText.comingSoon}</small>
        </span>
      </div>
      {social.length > 0 && (
        <div>
          {social.map(({ icon, to, name }) => (
            <a key={icon} className={style.social} href={to} target="_blank" rel="noreferrer" title={name}>
              <svg width={20} height={20} aria-hidden="true">
                <use href={`/social.svg#${icon}`} />
              </svg>
              <span className="visually-hidden">{name}</span>
            </a>
          ))}
        </div>
      )}
    </footer>
  )
}
