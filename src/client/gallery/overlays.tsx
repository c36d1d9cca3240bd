import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router-dom'
import { ButtonRow, SheetActions, SheetFoot, SheetLine } from '../ui/actions.tsx'
import { Button } from '../ui/button.tsx'
import { FixedField } from '../ui/form/number-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuHead } from '../ui/overlays/menu.tsx'
import { Sheet } from '../ui/overlays/sheet.tsx'
import { FirstStep, StepView } from '../ui/overlays/step-view.tsx'
import { notify } from '../ui/overlays/toaster.tsx'
import { type Family, Live } from './example.tsx'
import style from './gallery.module.css'

const menu = (label: string, head: string) => (
  <Menu label={label} button={<Icon name="user" />} className={style.menu}>
    {(close) => (
      <>
        <MenuHead>{head}</MenuHead>
        <Link to="/" onClick={close}>
          Settings
        </Link>
        <button type="button" onClick={close}>
          Log out
        </button>
      </>
    )}
  </Menu>
)

type SheetProps = Omit<ComponentProps<typeof Sheet>, 'close' | 'onClose'>

const sheet = (name: string, props: SheetProps) => (
  <Live initial={false}>
    {(isOpen, setOpen) => (
      <>
        <Button onClick={() => setOpen(true)}>{name}</Button>
        {isOpen && <Sheet {...props} close="Close" onClose={() => setOpen(false)} />}
      </>
    )}
  </Live>
)

const order = (
  <>
    <SheetLine>You buy at the best price of the order book.</SheetLine>
    <FixedField label="Price" text="Market price" />
    <SheetActions>
      <ButtonRow>
        <Button>Cancel</Button>
        <Button kind="buy">Buy BTC</Button>
      </ButtonRow>
      <SheetFoot>You see the fee before the order is sent.</SheetFoot>
    </SheetActions>
  </>
)

const MANY_LINES = 'A long text scrolls below the title of the sheet. '.repeat(60)

function Steps() {
  const [step, setStep] = useState<'first' | 'next'>('first')
  if (step === 'first')
    return (
      <FirstStep label="First step">
        <Button onClick={() => setStep('next')}>Next step</Button>
      </FirstStep>
    )
  return (
    <StepView label="Next step" onBack={() => setStep('first')}>
      <Button onClick={() => setStep('first')}>Step back</Button>
    </StepView>
  )
}

type Toast = Parameters<typeof notify>[0]

const TOASTS: Readonly<Record<Toast['kind'], Toast>> = {
  success: { kind: 'success', title: 'Order filled', detail: '0.25 BTC for 15,000.00 USDT' },
  error: { kind: 'error', title: 'Order not sent', detail: 'Not enough USDT.' },
  blank: { kind: 'blank', title: 'Link copied' },
  loading: { kind: 'loading', title: 'Checking your order' },
}

const LONG_TOAST: Toast = {
  kind: 'error',
  title: 'The withdrawal was not sent to the network',
  detail:
    'The address belongs to another network. Check the address with the person who gave it to you, and try again.',
}

const toastStates = Object.values(TOASTS).map((toast) => [
  toast.kind,
  <Button key={toast.kind} onClick={() => notify(toast)}>
    Show {toast.kind}
  </Button>,
])

export const overlays: Family = {
  title: 'Overlays',
  examples: [
    {
      name: 'Menu',
      states: {
        rest: menu('Account', 'user@example.com'),
        'long text': menu('Account with a long name', 'a.user.with.a.long.name@mail.example.com'),
      },
    },
    {
      name: 'Sheet',
      width: 'inline',
      states: {
        rest: sheet('Open a sheet', { title: 'Buy BTC', children: order }),
        tall: sheet('Open a tall sheet', { title: 'Choose a coin', isTall: true, children: <p>No coin found</p> }),
        'long text': sheet('Open a long sheet', {
          title: 'A title that is longer than the width of the sheet',
          children: (
            <>
              <p>{MANY_LINES}</p>
              <SheetActions>
                <Button kind="primary">Continue</Button>
              </SheetActions>
            </>
          ),
        }),
        steps: sheet('Open a sheet with steps', { title: 'Withdraw', children: <Steps /> }),
      },
    },
    {
      name: 'Toast',
      width: 'inline',
      states: {
        ...Object.fromEntries(toastStates),
        'long text': <Button onClick={() => notify(LONG_TOAST)}>Show long text</Button>,
      },
    },
  ],
}
