/** Signatures of operators over a payment, for the signer. */

/** More than the signer needs, in case one of them is not valid. */
const MAX_SIGNATURES = 4

export const signaturesIn = (signatures: string | null): readonly string[] => signatures?.split(' ') ?? []

/** The signatures of several approvers, separated by spaces. */
export function withSignature(before: string | null, added: string | null): string | null {
  if (added === null) return before
  return [...new Set([...signaturesIn(before), added])].slice(-MAX_SIGNATURES).join(' ')
}
