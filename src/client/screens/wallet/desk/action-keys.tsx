import { convertPath, depositPath, historyPath, withdrawPath } from '../../../components/money-paths.ts'
import { assetsText } from '../../../text/assets.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import style from './wallet-desk.module.css'

const { deposit, withdraw, convert, transactions } = assetsText.balance

/** Sheets keep the scroll position of the page. */
const sheet = { keepsScroll: true }

export const ActionKeys = () => (
  <section className={style.keys} aria-label={assetsText.side.actions}>
    <ButtonLink to={depositPath()} state={sheet} kind="primary" size="medium">
      {deposit}
    </ButtonLink>
    <ButtonLink to={withdrawPath()} state={sheet} size="medium">
      {withdraw}
    </ButtonLink>
    <ButtonLink to={convertPath()} state={sheet} size="medium">
      {convert}
    </ButtonLink>
    <ButtonLink to={historyPath()} size="medium">
      {transactions}
    </ButtonLink>
  </section>
)
