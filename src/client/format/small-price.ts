/** From four zeros after the point a price is told as 0.0₄1237, so that the digits that count are seen. */

export type SmallPrice = { readonly head: string; readonly zeros: number; readonly digits: string }

const FIRST_ZEROS = 4

export function smallPrice(text: string): SmallPrice | undefined {
  const match = /^0\.(0+)([1-9]\d*)$/.exec(text)
  const [zeros, digits] = [match?.[1]?.length ?? 0, match?.[2] ?? '']
  return zeros >= FIRST_ZEROS ? { head: '0.0', zeros, digits } : undefined
}

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉'

/** The same in one line of text, for toasts and labels of options. */
export function smallPriceText(text: string): string {
  const small = smallPrice(text)
  if (!small) return text
  const count = [...String(small.zeros)].map((digit) => SUBSCRIPTS[Number(digit)]).join('')
  return small.head + count + small.digits
}
