import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { hostAtom } from '../../../state/app/host.ts'
import { settingsText } from '../../../text/settings.ts'
import { ButtonRow } from '../../../ui/actions.tsx'
import { Button, ButtonAnchor } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { Hint } from '../../../ui/form/hint.tsx'
import { CopyButton } from './copy-button.tsx'
import style from './two-factor.module.css'

const text = settingsText.twoFactor

/** Shown once. Continues only after the user confirms that the codes are saved. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { miniApp } = useAtomValue(hostAtom).platform
  const [isSaved, setSaved] = useState(false)
  const all = codes.join('\n')
  return (
    <section className={style.codes} aria-labelledby="recovery">
      <h2 id="recovery">{text.codesTitle}</h2>
      <Hint>{text.codesLine}</Hint>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <ButtonRow>
        <CopyButton text={all} />
        {!miniApp && (
          <ButtonAnchor
            size="small"
            download={text.file}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
          >
            {text.download}
          </ButtonAnchor>
        )}
      </ButtonRow>
      <Checkbox checked={isSaved} onChange={setSaved}>
        {text.saved}
      </Checkbox>
      <Button kind="primary" disabled={!isSaved} onClick={onSaved}>
        {text.done}
      </Button>
    </section>
  )
}
