import type { ComponentProps } from 'react'
import { text } from '../text/en.ts'
import { balance } from '../text/en-assets.ts'
import { Button } from './button.tsx'
import { NoLine, ValueLine } from './value-line.tsx'

type Line =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | ({ readonly state: 'ready' } & ComponentProps<typeof ValueLine>)

/** The line of a balance, or why there is none, in the same place. */
export function BalanceLine({ line, onRetry }: { line: Line; onRetry: () => void }) {
  switch (line.state) {
    case 'loading':
      return <NoLine />
    case 'failed':
      return (
        <NoLine>
          <p role="alert">{balance.failed}</p>
          <Button size="small" onClick={onRetry}>
            {text.retry}
          </Button>
        </NoLine>
      )
    case 'ready': {
      const { state: _state, ...drawn } = line
      return <ValueLine {...drawn} />
    }
  }
}
