import { TextField } from './text-field.tsx'

type Props = { label: string; value: string; onType: (code: string) => void; fault?: string | undefined }

/** One of the codes that were kept for when the device is lost. */
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
