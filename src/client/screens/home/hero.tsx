import { useAtomValue } from 'jotai'
import { modeAtom } from '../../state/app/exchange-info.ts'
import { hasNoMarketsAtom } from '../../state/markets/markets.ts'
import { appText } from '../../text/app.ts'
import { homeText } from '../../text/home.ts'
import { ButtonRow } from '../../ui/actions.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import style from './hero.module.css'

export function Hero() {
  const isPlay = useAtomValue(modeAtom) === 'play'
  const hasNoMarkets = useAtomValue(hasNoMarketsAtom)
  return (
    <section className={style.hero}>
      <h1 className="hero">{appText.tagline}</h1>
      <p className={`lead ${style.lead}`}>{appText.intro(isPlay)}</p>
      <ButtonRow className={style.buttons}>
        <ButtonLink to="/register" kind="primary">
          {appText.nav.signUp}
        </ButtonLink>
        {!hasNoMarkets && (
          <ButtonLink to="/trade" kind="text">
            {homeText.trade}
          </ButtonLink>
        )}
      </ButtonRow>
    </section>
  )
}
