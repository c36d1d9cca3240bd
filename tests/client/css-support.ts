/** Which browsers know the CSS of a style sheet, by MDN's tables. */

import bcd from '@mdn/browser-compat-data' with { type: 'json' }
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import { type AtRule, type Declaration, parse, type Rule } from 'postcss'

/** MDN's names of the browsers that package.json names. Those of Android follow the ones of desktops. */
const BROWSERS = { Chrome: 'chrome', Safari: 'safari', iOS: 'safari_ios', Firefox: 'firefox' } as const

type Oldest = { readonly browser: keyof CompatStatement['support']; readonly version: number }

/** From entries such as `Chrome >= 99`. Throws on any other. */
export const oldestBrowsers = (browserslist: readonly string[]): readonly Oldest[] =>
  browserslist.map((entry) => {
    const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(entry) ?? []
    if (!(name in BROWSERS)) throw new Error(`not a browser with its oldest version: ${entry}`)
    return { browser: BROWSERS[name as keyof typeof BROWSERS], version: Number(version) }
  })

/** What a sheet uses outside of `@supports` that one of the browsers does not know or MDN does not list. */
export function unknownCss(sheet: string, oldest: readonly Oldest[]): readonly string[] {
  const unknown = new Set<string>()
  const root = parse(sheet)
  root.walkAtRules('supports', (rule) => void rule.remove())
  const check = (name: string, feature: Identifier | undefined): void => {
    const compat = feature?.__compat
    if (compat === undefined || !oldest.every((each) => knows(compat, each))) unknown.add(name)
  }
  root.walkAtRules((rule) => checkAtRule(rule, check))
  root.walkRules((rule) => checkSelector(rule, check))
  root.walkDecls((declaration) => checkDeclaration(declaration, check))
  return [...unknown].sort()
}

type Check = (name: string, feature: Identifier | undefined) => void

const { properties, selectors, types, 'at-rules': atRules } = bcd.css

function checkAtRule({ name, params }: AtRule, check: Check): void {
  check(`@${name}`, atRules?.[name])
  if (name !== 'media') return
  for (const [, feature = ''] of params.matchAll(/\(([a-z-]+)/g))
    if (!feature.startsWith('-')) check(`@media (${feature})`, atRules?.media?.[feature.replace(/^(min|max)-/, '')])
}

function checkSelector({ selector, parent }: Rule, check: Check): void {
  if (parent?.type === 'atrule' && (parent as AtRule).name === 'keyframes') return
  if (selector.includes('&')) check('&', selectors?.nesting)
  for (const [written, name = ''] of selector.matchAll(/::?([a-z-]+)/g))
    if (!name.startsWith('-')) check(written, selectors?.[name])
}

/** A property of one vendor has no effect elsewhere. The one of all is known where the one of WebKit is beside it. */
function checkDeclaration({ prop, value, parent }: Declaration, check: Check): void {
  const isPrefixed = parent?.some((each) => each.type === 'decl' && each.prop === `-webkit-${prop}`)
  if (isPrefixed === true) return
  if (!prop.startsWith('-')) check(prop, properties?.[prop])
  const plain = value.replace(/"[^"]*"|'[^']*'|url\([^)]*\)|--[\w-]+/g, '')
  for (const [word] of plain.matchAll(/(?<![\w.#-])[a-z][a-z-]*(?![\w-]*\()/g)) {
    const feature = properties?.[prop]?.[word]
    if (feature?.__compat !== undefined) check(`${prop}: ${word}`, feature)
  }
  for (const [, name = ''] of plain.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g))
    check(`${name}()`, properties?.[prop]?.[name] ?? functionNamed(name))
  for (const [, unit = ''] of plain.matchAll(/\d([dsl]v[a-z]+)\b/g))
    check(unit, types?.length?.[`viewport_percentage_units_${VIEWPORTS[unit.charAt(0)]}`])
}

const VIEWPORTS: Readonly<Record<string, string>> = { d: 'dynamic', s: 'small', l: 'large' }

/** Functions stand below the types that they return. */
function functionNamed(name: string, within: Identifier | undefined = types): Identifier | undefined {
  if (within === undefined) return undefined
  if (within[name]?.__compat !== undefined) return within[name]
  for (const [key, inner] of Object.entries(within)) {
    const found = key === '__compat' ? undefined : functionNamed(name, inner as Identifier)
    if (found !== undefined) return found
  }
  return undefined
}

function knows({ support }: CompatStatement, { browser, version }: Oldest): boolean {
  const statements = [support[browser] ?? []].flat()
  return statements.some(
    (each) =>
      each.flags === undefined &&
      each.prefix === undefined &&
      each.alternative_name === undefined &&
      each.version_removed === undefined &&
      Number.parseFloat(String(each.version_added).replace('≤', '')) <= version,
  )
}
