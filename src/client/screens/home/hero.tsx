import { text } from '../../text/en.ts'
import { ButtonLink } from '../../ui/button.tsx'

export function Hero() {
  return (
    <section className="home-hero">
      <h1 className="hero">{text.tagline}</h1>
      <p className="lead">{text.home.lead}</p>
      <div className="key-row">
        <ButtonLink to="/register" kind="primary">
          {text.nav.signUp}
        </ButtonLink>
        <ButtonLink to="/trade" kind="outline">
          {text.home.trade}
        </ButtonLink>
      </div>
    </section>
  )
}
