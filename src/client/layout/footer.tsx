import { Link } from 'react-router-dom'
import { links } from '../platform/environment.ts'
import { appText } from '../text/app.ts'

/** Terms, Job Openings and links that are not configured are plain text. */
export function Footer() {
  return (
    <footer className="footer">
      <div>
        <ExternalLink to={links.support} name={appText.footer.support} />
        <ExternalLink to={links.community} name={appText.footer.community} />
        <span>{appText.footer.terms}</span>
        <span>{appText.footer.jobs}</span>
        <ExternalLink to={links.privacy} name={appText.footer.privacy} />
        <Link to="/about">{appText.footer.about}</Link>
      </div>
      <div>
        <ExternalLink to={links.telegram} name={appText.footer.telegram} />
        <ExternalLink to={links.discord} name={appText.footer.discord} />
        <ExternalLink to={links.twitter} name={appText.footer.twitter} />
        <ExternalLink to={links.linkedin} name={appText.footer.linkedin} />
      </div>
    </footer>
  )
}

function ExternalLink({ to, name }: { to: string | undefined; name: string }) {
  if (!to) return <span>{name}</span>
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
