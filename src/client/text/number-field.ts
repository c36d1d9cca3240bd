/** What number fields say under a text that is no number, or could be two. */
export const numberFieldText = {
  question: (grouped: string, decimal: string) => `${grouped} or ${decimal}?`,
  check: 'Check the number',
  characters: 'Type digits, with a comma or a point.',
  separators: "The commas and points don't make one number.",
  whole: 'Type a whole number.',
  decimals: (most: number) => (most === 1 ? 'At most 1 decimal.' : `At most ${most} decimals.`),
  digits: 'This number has too many digits.',
  unit: (found: string, unit: string) => `This field is in ${unit}, not ${found}.`,
  otherUnit: (found: string) => `Type the number without ${found}.`,
} as const
