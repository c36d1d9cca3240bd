/** A price with four or more zeros after the point is shown as 0.0₄1237, so that its significant digits are visible. */

type SmallPrice = { readonly head: string; readonly zeros: number; readonly digits: string }

const MIN_ZEROS = 4

export function smallPrice(text: string): SmallPrice | undefined {
  const match = /^0\.(0+)([1-9]\d*)$/.exec(text)
  const [zeros, digits] = [match?.[1]?.length ?? 0, match?.[2] ?? '']
  return zeros >= MIN_ZEROS ? { head: '0.0', zeros, digits } : undefined
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

/** The same as plain text, for toasts and options. */
export function smallPriceText(text: string): string {
  const small = smallPrice(text)
  if (!small) return text
  const count = [...String(small.zeros)].map((digit) => SUBSCRIPTS[Number(digit)]).join('')
  return small.head + count + small.digits
}
