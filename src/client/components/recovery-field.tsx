import { TextField } from '../ui/form/text-field.tsx'

type Props = { label: string; value: string; onType: (code: string) => void; error?: string | undefined }

/** A recovery code of the second factor. */
export function RecoveryField(props: Props) {
  return (
    <TextField
      {...props}
      name="recovery-code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      placeholder="ABCD-EFGH-IJKL-MNOP"
    />
  )
}
