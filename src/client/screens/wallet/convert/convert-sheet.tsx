import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { WithUser } from '../../../components/with-user.tsx'
import { profileAtom } from '../../../state/account/profile.ts'
import { openFormAtom } from '../../../state/convert/form.ts'
import { stepOf } from '../../../state/convert/step.ts'
import { convertText } from '../../../text/convert.ts'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { useOnChange } from '../../../ui/use-on-change.ts'
import { ConvertForm } from './convert-form.tsx'
import { ConvertPreview } from './convert-preview.tsx'
import { Converted, UnknownOutcome } from './outcome.tsx'

type Props = { from: string | undefined; to: string | undefined; onClose: () => void }

/** Converts one coin into another: form, preview, result. `from` and `to` are symbols. */
export default function ConvertSheet({ from, to, onClose }: Props) {
  const user = useAtomValue(profileAtom)?.uuid
  return (
    <Sheet
      title={user === undefined ? convertText.title : <Title user={user} />}
      close={convertText.close}
      onClose={onClose}
      isPage
    >
      <WithUser>{(id) => <Steps key={id} user={id} from={from} to={to} onClose={onClose} />}</WithUser>
    </Sheet>
  )
}

const TITLES = {
  form: convertText.title,
  preview: convertText.previewTitle,
  converting: convertText.converting,
  unknown: convertText.unknown,
  done: convertText.converted,
} as const

const Title = ({ user }: { user: string }) => TITLES[useAtomValue(stepOf(user)).name]

function Steps({ user, from, to, onClose }: Props & { user: string }) {
  useOnChange(
    useMemo(() => ({ user, from, to }), [user, from, to]),
    useSetAtom(openFormAtom),
  )
  const step = useAtomValue(stepOf(user))
  switch (step.name) {
    case 'form':
      return <ConvertForm user={user} />
    case 'preview':
    case 'converting':
      return <ConvertPreview user={user} step={step} />
    case 'unknown':
      return <UnknownOutcome user={user} />
    case 'done':
      return <Converted user={user} result={step.result} onClose={onClose} />
  }
}
