import { useState } from 'react'
import { coinIconPath } from '../../../contract/markets/coin-icon.ts'
import style from './coin-icon.module.css'

/** Coins whose file is missing: each is requested once. */
const WITHOUT_ICON = new Set<string>()

type Props = { symbol: string; size?: number; className?: string | undefined }

/** The icon of a coin. Without its file: a circle with the first letter, in a tone of the symbol. */
export function CoinIcon({ symbol, size = 32, className = '' }: Props) {
  const [failed, setFailed] = useState<string>()
  if (failed === symbol || WITHOUT_ICON.has(symbol))
    return <LetterIcon symbol={symbol} size={size} className={className} />
  return (
    <img
      className={`${style.coin} ${className}`}
      src={coinIconPath(symbol)}
      width={size}
      height={size}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => {
        WITHOUT_ICON.add(symbol)
        setFailed(symbol)
      }}
    />
  )
}

function LetterIcon({ symbol, size, className }: Required<Props>) {
  return (
    <svg className={`${style.coin} ${className}`} width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="18" fill={hashedTone(symbol, 36)} />
      <text x="18" y="24.6" textAnchor="middle" fontSize="18" fontWeight="700" fill="#fff">
        {symbol.slice(0, 1)}
      </text>
    </svg>
  )
}

/** The main colour of the icon, for charts. */
const TONES: Readonly<Record<string, string>> = {
  BTC: '#f7931a',
  ETH: '#8a92f4',
  SOL: '#4fd1b8',
  TON: '#0098ea',
  PEPE: '#4ca143',
  XRP: '#6a7683',
  DOGE: '#ba9f33',
  DOGS: '#5a5e67',
  NOT: '#8d929c',
  SHIB: '#e2761b',
  USDT: '#009393',
}

export const coinTone = (symbol: string): string => TONES[symbol] ?? hashedTone(symbol, 46)

function hashedTone(symbol: string, lightness: number): string {
  let hue = 7
  for (const letter of symbol) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  return `hsl(${hue} 34% ${lightness}%)`
}
