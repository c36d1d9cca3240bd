/** `BTC/USDT`, the quote less prominent. */
export function PairName({ symbol }: { symbol: string }) {
  const [base, quote] = symbol.split('/')
  return (
    <span className="pair-name">
      <b>{base}</b>
      <span>/{quote}</span>
    </span>
  )
}
