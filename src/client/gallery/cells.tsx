/** The cells of lists, ours or those of Telegram's design, as the host has them. */

import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Avatar, Cell, List, Placeholder, Progress, Section, Switch } from '../ui/cells/cells.tsx'
import { Row } from '../ui/cells/row.tsx'
import { SkeletonRows } from '../ui/states/skeleton.tsx'
import { familyId, Live } from './example.tsx'
import style from './gallery.module.css'

export const cellsTitle = 'Cells'

const LONG = 'A text that is longer than the row, because some coins and friends have such names'

const switchOf = (label: string, initial: boolean) => (
  <Live initial={initial}>{(checked, onChange) => <Switch label={label} checked={checked} onChange={onChange} />}</Live>
)

const progress = (label: string, percent: number) => (
  <span className={style.amount}>
    <Progress label={label} percent={percent} text={`${percent} of 100`} />
  </span>
)

const rows = (
  <Section title="Rows" aside="5 rows" footer="A footer explains the section.">
    <Cell title="Only a title" />
    <Cell icon="shield" title="Icon and line" line="Line below the title" />
    <Cell before={<Avatar name="Anna" />} title="Avatar and value" line="Friend">
      1,250 XP
    </Cell>
    <Cell icon="bell" title="Button">
      <Button kind="tinted" size="small">
        Claim
      </Button>
    </Cell>
    <Cell icon="bell" title="Disabled button">
      <Button size="small" disabled>
        Claimed
      </Button>
    </Cell>
  </Section>
)

const pressed = (
  <Section title="Rows that are pressed">
    <Cell icon="settings" title="Link" line="Opens a page" to="/" />
    <Cell icon="gift" title="Action" line="Does something" onPress={() => undefined}>
      +50 XP
    </Cell>
    <Live initial={false} key="closed">
      {(isOpen, setOpen) => (
        <Cell icon="info" title="Opens what follows" isOpen={isOpen} onPress={() => setOpen(!isOpen)} />
      )}
    </Live>
    <Live<boolean> initial key="open">
      {(isOpen, setOpen) => <Cell icon="info" title="Is open" isOpen={isOpen} onPress={() => setOpen(!isOpen)} />}
    </Live>
  </Section>
)

const controls = (
  <Section title="Switch and progress">
    <Cell icon="eye" title="Switch, off">
      {switchOf('Show small amounts', false)}
    </Cell>
    <Cell icon="eye" title="Switch, on">
      {switchOf('Show all amounts', true)}
    </Cell>
    <Cell title="Progress, empty">{progress('Empty', 0)}</Cell>
    <Cell title="Progress">{progress('In progress', 40)}</Cell>
    <Cell title="Progress, full">{progress('Full', 100)}</Cell>
  </Section>
)

const long = (
  <Section title="Rows with a long text" footer={LONG}>
    <Cell icon="help" title={LONG} line={LONG} />
    <Cell icon="help" title={LONG} line={LONG} to="/">
      12,345,678.90
    </Cell>
  </Section>
)

const withoutRows: Readonly<Record<string, ReactNode>> = {
  'A block': <p>One thing on a surface.</p>,
  'A row of a card': <Row icon="shield" title="Something to do" line="In the accent colour" to="/" isAccented />,
  'An empty list': <Placeholder icon="history" title="No transactions yet" line="They are shown here." />,
  'A failed list': (
    <Placeholder icon="alert" title="The list was not loaded" line="Check your connection." isError>
      <Button size="small">Try again</Button>
    </Placeholder>
  ),
  'A list that loads': (
    <div aria-busy="true">
      <SkeletonRows count={3} height={60} />
    </div>
  ),
}

export const Cells = () => (
  <section className={style.family} id={familyId(cellsTitle)} aria-label={cellsTitle}>
    <h2>{cellsTitle}</h2>
    <div className={style.cells}>
      <List>
        {rows}
        {pressed}
        {controls}
        {long}
        {Object.entries(withoutRows).map(([title, content]) => (
          <Section title={title} kind={title === 'A block' ? 'block' : 'plain'} key={title}>
            {content}
          </Section>
        ))}
      </List>
    </div>
  </section>
)
