import type { ComponentProps } from 'react'
import { Button, ButtonAnchor, ButtonLink, IconButton, IconLink, IconSpace } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Example, Family } from './example.tsx'

type Kind = NonNullable<ComponentProps<typeof Button>['kind']>
type Size = NonNullable<ComponentProps<typeof Button>['size']>

const KINDS: Readonly<Record<Kind, string>> = {
  primary: 'Continue',
  buy: 'Buy BTC',
  sell: 'Sell BTC',
  tinted: 'Deposit',
  quiet: 'Cancel',
  outline: 'Details',
  danger: 'Turn off',
  text: 'Skip',
}
const SIZES: Readonly<Record<Size, string>> = { large: 'large', medium: 'medium', small: 'small' }

const kindNames = Object.keys(KINDS) as Kind[]
const sizeNames = Object.keys(SIZES) as Size[]

function statesOf(kind: Kind, size: Size): Example['states'] {
  const [look, text] = [{ kind, size }, KINDS[kind]]
  return {
    [size]: <Button {...look}>{text}</Button>,
    [`${size}, disabled`]: (
      <Button {...look} disabled>
        {text}
      </Button>
    ),
    [`${size}, busy`]: (
      <Button {...look} busy="Sending…">
        {text}
      </Button>
    ),
  }
}

const ofKind = (kind: Kind): Example => ({
  name: `Button, ${kind}`,
  width: 'inline',
  states: Object.assign({}, ...sizeNames.map((size) => statesOf(kind, size))),
})

const links: Example = {
  name: 'Button link and button anchor',
  width: 'inline',
  states: {
    link: <ButtonLink to="/">Open the wallet</ButtonLink>,
    'link, primary, small': (
      <ButtonLink to="/" kind="primary" size="small">
        Sign up
      </ButtonLink>
    ),
    anchor: (
      <ButtonAnchor href="/icons.svg" download>
        Save the file
      </ButtonAnchor>
    ),
    'anchor, outline, small': (
      <ButtonAnchor href="/icons.svg" kind="outline" size="small">
        Open the file
      </ButtonAnchor>
    ),
  },
}

const iconButtons: Example = {
  name: 'Icon button and icon link',
  width: 'inline',
  states: {
    button: (
      <IconButton label="Copy">
        <Icon name="copy" />
      </IconButton>
    ),
    'button, disabled': (
      <IconButton label="Copy the hidden text" disabled>
        <Icon name="copy" />
      </IconButton>
    ),
    link: (
      <IconLink to="/" label="Settings">
        <Icon name="settings" />
      </IconLink>
    ),
    'external link': (
      <IconLink to="https://example.com" label="Another site" isExternal>
        <Icon name="external" />
      </IconLink>
    ),
    'space of a button': <IconSpace />,
  },
}

export const buttons: Family = {
  title: 'Buttons',
  examples: [
    ...kindNames.map(ofKind),
    {
      name: 'Button, long text',
      states: {
        primary: <Button kind="primary">Withdraw 12,345,678.90 USDT</Button>,
        busy: <Button busy="Checking the transfer…">Check</Button>,
      },
    },
    links,
    iconButtons,
  ],
}
