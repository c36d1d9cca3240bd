/** Generated coin icons: a circle in two tones, split along the diagonal, with one or two letters. */

type TonePair = readonly [dark: string, light: string]

const TONES: Readonly<Record<string, TonePair>> = {
  BTC: ['#a86f17', '#c07f22'],
  ETH: ['#5b6fb8', '#7d8fd0'],
  SOL: ['#5a4fb0', '#776cc9'],
  TON: ['#1f7fb0', '#3a9bcb'],
  PEPE: ['#3f7d3a', '#589a4d'],
  XRP: ['#4b5561', '#6a7683'],
  DOGE: ['#8a6b22', '#a07d2c'],
  DOGS: ['#3a3d44', '#5a5e67'],
  NOT: ['#2b2d33', '#494c55'],
  SHIB: ['#b0512a', '#cf7042'],
  USDT: ['#1f7a66', '#35937d'],
}
const LETTERS: Readonly<Record<string, string>> = { DOGS: 'Dg', SHIB: 'Sh' }

export function CoinIcon({ symbol, size = 32 }: { symbol: string; size?: number }) {
  const [dark, light] = tonesOf(symbol)
  const letters = LETTERS[symbol] ?? symbol.slice(0, 1)
  const isShort = letters.length === 1
  return (
    <svg className="coin" width={size} height={size} viewBox="0 0 36 36" aria-hidden="true">
      <circle cx="18" cy="18" r="18" fill={dark} />
      <path d="M30.73 5.27A18 18 0 0 1 5.27 30.73z" fill={light} />
      <text
        x="18"
        y={isShort ? 24.6 : 23.4}
        textAnchor="middle"
        fontSize={isShort ? 18 : 15}
        fontWeight="700"
        fill="#fff"
      >
        {letters}
      </text>
    </svg>
  )
}

/** The lighter tone, for charts. */
export const coinTone = (symbol: string): string => tonesOf(symbol)[1]

/** An unknown coin gets its tones from a hash of its symbol. */
function tonesOf(symbol: string): TonePair {
  const tones = TONES[symbol]
  if (tones) return tones
  let hue = 7
  for (const letter of symbol) hue = (hue * 31 + letter.charCodeAt(0)) % 360
  return [`hsl(${hue} 34% 36%)`, `hsl(${hue} 34% 46%)`]
}
