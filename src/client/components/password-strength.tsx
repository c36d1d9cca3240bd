import style from './password-strength.module.css'

/** A common word with a few digits or signs behind it. The server refuses the most common ones. */
const COMMON =
  /^(pass(word)?|qwert[yz]?|letmein|welcome|admin|iloveyou|monkey|dragon|football|baseball|sunshine|princess|bitcoin|crypto|trading|abc|asdf\w*|1q2w3e\w*|\d+)[\d\W]{0,4}$/i

/** Estimated strength from length and character classes. 0: too short to be accepted. */
function strengthOf(password: string): 0 | 1 | 2 | 3 | 4 {
  if (password.length < 6) return 0
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\da-zA-Z]/].filter((kind) => kind.test(password)).length
  if (new Set(password).size < 5 || COMMON.test(password)) return 1
  if (password.length >= 14 || (password.length >= 12 && kinds >= 2)) return 4
  if (password.length >= 9 && kinds >= 2) return 3
  return kinds >= 3 ? 2 : 1
}

const BARS = [1, 2, 3, 4] as const

export function PasswordStrength({ password, labels }: { password: string; labels: readonly string[] }) {
  const strength = strengthOf(password)
  return (
    <p className={style.strength} aria-live="polite">
      <span className={style.bars} aria-hidden="true">
        {BARS.map((bar) => (
          <i key={bar} data-on={bar <= strength || undefined} />
        ))}
      </span>
      <span>{password === '' ? '' : labels[strength]}</span>
    </p>
  )
}
