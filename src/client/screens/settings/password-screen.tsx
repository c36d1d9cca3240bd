import { useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { setPasswordAtom } from '../../atoms/account.ts'
import { notifyAtom } from '../../atoms/host.ts'
import { newPasswordFault, passwordFault } from '../../atoms/sign-in-rules.ts'
import { text } from '../../text/en.ts'
import { proof, password as words } from '../../text/en-settings.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { Refusal } from '../../ui/refusal.tsx'
import { Strength } from '../../ui/strength.tsx'
import { useForm } from '../../ui/use-form.ts'
import { proofFaults } from './proof-fields.tsx'
import { useProfile } from './settings-layout.tsx'

const PLAIN = { show: text.auth.showPassword, hide: text.auth.hidePassword } as const

/** A first password, or another one. */
export default function PasswordScreen() {
  const { has_password: hasPassword, has_2fa: hasFactor } = useProfile()
  const save = useSetAtom(setPasswordAtom)
  const notify = useSetAtom(notifyAtom)
  const navigate = useNavigate()
  const { values, field, submit, isBusy, refusal } = useForm({
    begin: { current: '', password: '', repeat: '', code: '' },
    faultsOf: ({ current, password, repeat, code }) => ({
      current: hasPassword ? passwordFault(current) : undefined,
      password: newPasswordFault(password),
      repeat: repeat === password ? undefined : words.differs,
      code: hasFactor ? proofFaults('code', { code }).code : undefined,
    }),
    async send({ current, password, code }) {
      const why = await save({
        password,
        ...(hasPassword && { current_password: current }),
        ...(hasFactor && { code }),
      })
      if (why !== undefined) return why
      notify({ kind: 'success', title: words.saved })
      navigate('/settings/security')
      return undefined
    },
  })
  return (
    <form className="settings-form" noValidate onSubmit={submit}>
      <h2>{hasPassword ? words.changeTitle : words.setTitle}</h2>
      <p className="settings-warning">
        <Icon name="info" size={16} />
        {words.hold}
      </p>
      {hasPassword && (
        <PasswordField {...PLAIN} {...field('current')} label={words.current} autoComplete="current-password" />
      )}
      <PasswordField {...PLAIN} {...field('password')} label={words.fresh} autoComplete="new-password" />
      <Strength password={values.password} words={text.auth.strength} />
      <PasswordField {...PLAIN} {...field('repeat')} label={words.repeat} autoComplete="new-password" />
      {hasFactor && <CodeField {...field('code')} label={proof.code} />}
      <Refusal>{refusal}</Refusal>
      <Button kind="primary" isSubmit busy={isBusy ? words.saving : undefined}>
        {words.save}
      </Button>
    </form>
  )
}
