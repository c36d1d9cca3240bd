import { useAtomValue } from 'jotai'
import { hasNoMarketsAtom } from '../../state/markets/markets.ts'
import { appText } from '../../text/app.ts'
import { homeText } from '../../text/home.ts'
import { ButtonLink } from '../../ui/button.tsx'

export function Hero() {
  const hasNoMarkets = useAtomValue(hasNoMarketsAtom)
  return (
    <section className="home-hero">
      <h1 className="hero">{appText.tagline}</h1>
      <p className="lead">{homeText.lead}</p>
      <div className="button-row">
        <ButtonLink to="/register" kind="primary">
          {appText.nav.signUp}
        </ButtonLink>
        {!hasNoMarkets && (
          <ButtonLink to="/trade" kind="outline">
            {homeText.trade}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
