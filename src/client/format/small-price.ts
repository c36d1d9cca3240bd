/** A price with four or more zeros after the point is shown as 0.0₄1237, so that its significant digits are visible. */

const MIN_ZEROS = 4
const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'
const SHORT = /0\.0([₀-₉]+)(\d+)/g

/** The price as it is shown; other texts as they are. */
export function smallPriceText(text: string): string {
  const match = /^0\.(0+)([1-9]\d*)$/.exec(text)
  const [zeros, digits] = [match?.[1]?.length ?? 0, match?.[2] ?? '']
  if (zeros < MIN_ZEROS) return text
  return `0.0${[...String(zeros)].map((digit) => SUBSCRIPTS[Number(digit)]).join('')}${digits}`
}

/** The same text with each price written out. */
export const withWholePrices = (text: string): string =>
  text.replace(SHORT, (_, zeros: string, digits: string) => {
    const count = Number([...zeros].map((digit) => SUBSCRIPTS.indexOf(digit)).join(''))
    return `0.${'0'.repeat(count)}${digits}`
  })
