/** `BTC/USDT`: the base counts, the quote is said after it. */
export function PairName({ symbol }: { symbol: string }) {
  const [base, quote] = symbol.split('/')
  return (
    <span className="pair-name">
      <b>{base}</b>
      <span>/{quote}</span>
    </span>
  )
}
