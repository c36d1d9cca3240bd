import style from './pair-name.module.css'

/** `BTC/USDT`, the quote less prominent. */
export function PairName({ symbol }: { symbol: string }) {
  const [base, quote] = symbol.split('/')
  return (
    <span className={style.name}>
      <b>{base}</b>
      <span>/{quote}</span>
    </span>
  )
}
