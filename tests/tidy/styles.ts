/** Where the rules of the style sheets stand, and that each class has a user and each user a rule. */

import { dirname, posix } from 'node:path'
import postcss, { type AtRule, type ChildNode, type Root } from 'postcss'
import type { Finding, Node, Source } from './source.ts'

export type Sheet = { readonly path: string; readonly text: string; readonly root: Root }

export const parseSheet = (path: string, text: string): Sheet => ({ path, text, root: postcss.parse(text) })

const MAX_LINES = 200
const MAX_GLOBAL_RULES = 75

/** The cells of Telegram are styled by its library, whose classes are global. */
const TELEGRAM_CELLS = 'src/client/ui/cells/telegram-cells.css'

/** The layers of a sheet, by the beginning of its path; the first that fits. A part may have rules of layer `ui`: others place and size it. */
const LAYERS: readonly (readonly [string, readonly string[]])[] = [
  ['src/client/styles/tokens.css', ['tokens']],
  ['src/client/styles/base.css', ['base', 'ui']],
  ['src/client/ui/', ['ui']],
  ['src/client/components/', ['part', 'ui']],
  ['src/client/layout/', ['part']],
  ['src/client/screens/', ['screen']],
  ['src/client/gallery/', ['screen']],
]

const isModule = ({ path }: Sheet): boolean => path.endsWith('.module.css')
const isKeyframes = (node: ChildNode): node is AtRule => node.type === 'atrule' && node.name === 'keyframes'

export const checkStyles = (sheets: readonly Sheet[], sources: readonly Source[]): readonly Finding[] => [
  ...sheets.flatMap((sheet) => [
    ...checkPlace(sheet),
    ...checkLayers(sheet),
    ...checkAnimations(sheet),
    ...checkTokens(sheet),
  ]),
  ...checkCount(sheets),
  ...checkClasses(sheets, sources),
]

function checkPlace(sheet: Sheet): readonly Finding[] {
  const { path, text } = sheet
  const found: Finding[] = []
  const lines = text.trimEnd().split('\n')
  if (isModule(sheet) && lines.length > MAX_LINES)
    found.push({ path, line: MAX_LINES + 1, what: `has more than ${MAX_LINES} lines` })
  if (!isModule(sheet) && !path.startsWith('src/client/styles/') && path !== TELEGRAM_CELLS)
    found.push({ path, line: 1, what: 'is not a module' })
  for (const [index, line] of lines.entries())
    if (line.includes(':global(')) found.push({ path, line: index + 1, what: 'reaches into another component' })
  return found
}

function checkLayers({ path, root }: Sheet): readonly Finding[] {
  const allowed = LAYERS.find(([beginning]) => path.startsWith(beginning))?.[1] ?? []
  return root.nodes.flatMap((node) => {
    if (node.type === 'comment' || (node.type === 'atrule' && node.nodes === undefined)) return []
    const isAllowed = node.type === 'atrule' && node.name === 'layer' && allowed.includes(node.params)
    return isAllowed
      ? []
      : [{ path, line: lineOf(node), what: `has rules outside of the layer ${allowed.join(' or ')}` }]
  })
}

/** The name of an animation is local to a module unless it says `global(…)`. */
function checkAnimations(sheet: Sheet): readonly Finding[] {
  if (!isModule(sheet)) return []
  const { path, root } = sheet
  const own = new Set<string>()
  root.walkAtRules('keyframes', ({ params }) => void own.add(params))
  const found: Finding[] = []
  root.walkDecls(/^animation(-name)?$/, (declaration) => {
    const words = declaration.value.replace(/\w+\([^)]*\)/g, '').match(/\b[a-z][\w-]*\b/g) ?? []
    const isKnown = declaration.value.includes('global(') || words.some((word) => own.has(word))
    if (!isKnown && declaration.value !== 'none')
      found.push({ path, line: lineOf(declaration), what: 'animates by no known name' })
  })
  return found
}

const TIME = /(?<![\w.])(?!0m?s)\d*\.?\d+m?s\b/
const LENGTH = /(?<![\w.-])-?(?!0px)\d*\.?\d+(px|rem|em)\b/
const SPACES = /^(padding|margin|gap|row-gap|column-gap|scroll-margin|scroll-padding)(-|$)/
const EDGES = /^(border|outline)(-(top|right|bottom|left|block|inline)(-(start|end))?)?(-width)?$|^box-shadow$/
/** Sizes that many components have in common. All others belong to one component. */
const SHARED_SIZE = /(?<![\w.-])(44|36)px\b/

/**
 * Colours and radii come from tokens, and so do times, spaces, fonts, edges and the sizes of controls, unless a comment above
 * the literal has its reason. The time of an animation that never ends needs none.
 */
function checkTokens({ path, root }: Sheet): readonly Finding[] {
  if (path === 'src/client/styles/tokens.css' || path === TELEGRAM_CELLS) return []
  const found: Finding[] = []
  root.walkDecls((declaration) => {
    const { prop, value } = declaration
    const line = lineOf(declaration)
    if (/#[\da-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(value))
      found.push({ path, line, what: 'has a colour that is no token' })
    // Inside another round shape a radius is that of the shape without the space between them.
    const radius = prop.endsWith('radius') ? value.replace(/calc\(var\([^)]*\)[^)]*\)/g, '') : ''
    if (LENGTH.test(radius)) found.push({ path, line, what: 'has a radius that is no token' })
    const literal = literalIn(prop, value)
    if (literal !== undefined && declaration.prev()?.type !== 'comment')
      found.push({ path, line, what: `has a ${literal} that is neither a token nor explained` })
  })
  return found
}

function literalIn(prop: string, value: string): string | undefined {
  if (/^(transition|animation)/.test(prop)) return TIME.test(value) && !value.includes('infinite') ? 'time' : undefined
  if (SPACES.test(prop)) return LENGTH.test(value) ? 'space' : undefined
  if (prop === 'font' || prop === 'font-size' || prop === 'letter-spacing')
    return LENGTH.test(value) ? 'font' : undefined
  if (EDGES.test(prop)) return LENGTH.test(value) ? 'width of an edge' : undefined
  if (/^(min-|max-)?(width|height)$/.test(prop)) return SHARED_SIZE.test(value) ? 'size of a control' : undefined
  return undefined
}

function checkCount(sheets: readonly Sheet[]): readonly Finding[] {
  let count = 0
  for (const { root } of sheets.filter((sheet) => !isModule(sheet)))
    root.walkRules(({ parent }) => {
      if (parent?.type !== 'atrule' || !isKeyframes(parent as AtRule)) count += 1
    })
  const path = 'src/client/styles'
  return count > MAX_GLOBAL_RULES ? [{ path, line: 1, what: `has ${count} rules, more than ${MAX_GLOBAL_RULES}` }] : []
}

function checkClasses(sheets: readonly Sheet[], sources: readonly Source[]): readonly Finding[] {
  const users = sources.filter(({ path }) => path.startsWith('src/client/')).map(usesOf)
  const found: Finding[] = []
  for (const sheet of sheets.filter(isModule)) {
    const { path } = sheet
    const defined = classesOf(sheet)
    const used = users.flatMap((use) => use.ofModules.filter(({ module }) => module === path))
    for (const [name, line] of defined)
      if (!used.some((use) => use.name === name))
        found.push({ path, line, what: `has the class ${name}, which nothing uses` })
    for (const use of used)
      if (!defined.has(use.name))
        found.push({ path: use.path, line: use.line, what: `uses ${use.name}, which ${path} has not` })
  }
  const globals = new Set(sheets.filter((sheet) => !isModule(sheet)).flatMap((sheet) => [...classesOf(sheet).keys()]))
  for (const use of users.flatMap(({ literal }) => literal))
    if (!globals.has(use.name))
      found.push({ path: use.path, line: use.line, what: `uses the class ${use.name}, which has no rule` })
  return found
}

/** With the line of the first rule. */
function classesOf({ root }: Sheet): ReadonlyMap<string, number> {
  const classes = new Map<string, number>()
  root.walkRules((rule) => {
    for (const [, name = ''] of rule.selector.matchAll(/\.([a-zA-Z][\w-]*)/g))
      if (!classes.has(name)) classes.set(name, lineOf(rule))
  })
  return classes
}

type Use = { readonly path: string; readonly line: number; readonly name: string }
type Uses = { readonly ofModules: readonly (Use & { readonly module: string })[]; readonly literal: readonly Use[] }

function usesOf(source: Source): Uses {
  const { path, nodes, lineOf: line } = source
  const modules = new Map<unknown, string>()
  for (const node of nodes) {
    const from = (node.source as { value?: unknown } | undefined)?.value
    if (node.type !== 'ImportDeclaration' || typeof from !== 'string' || !from.endsWith('.module.css')) continue
    const [specifier] = node.specifiers as readonly { local: { name: string } }[]
    modules.set(specifier?.local.name, posix.join(dirname(path), from))
  }
  const ofModules = nodes.flatMap((node) => {
    if (node.type !== 'MemberExpression' || node.computed === true) return []
    const [object, property] = [node.object as Named, node.property as Named]
    const module = object.type === 'Identifier' ? modules.get(object.name) : undefined
    return module === undefined ? [] : [{ path, line: line(node), name: property.name, module }]
  })
  const literal = nodes
    .filter((node) => node.type === 'JSXAttribute' && /^(c|\w+C)lassName$/.test((node.name as Named).name))
    .flatMap((node) => literalsOf(node.value as Node | null).map((name) => ({ path, line: line(node), name })))
  return { ofModules, literal }
}

type Named = { readonly type: string; readonly name: string }

/** The class names that are written in the value of an attribute. */
function literalsOf(node: Node | null): readonly string[] {
  const all = (...children: unknown[]): readonly string[] =>
    children.flatMap((child) => literalsOf(child as Node | null))
  switch (node?.type) {
    case 'Literal':
      return String(node.value).split(/\s+/).filter(Boolean)
    case 'TemplateElement':
      return (node.value as { raw: string }).raw.split(/\s+/).filter(Boolean)
    case 'TemplateLiteral':
      return all(...(node.quasis as Node[]), ...(node.expressions as Node[]))
    case 'ConditionalExpression':
      return all(node.consequent, node.alternate)
    case 'LogicalExpression':
      return all(node.left, node.right)
    case 'JSXExpressionContainer':
      return all(node.expression)
    default:
      return []
  }
}

const lineOf = (node: ChildNode): number => node.source?.start?.line ?? 1

/** Tests select by role and text: the names of classes are not the same in two builds. */
export const checkSelectors = ({ path, lines }: Pick<Source, 'path' | 'lines'>): readonly Finding[] =>
  path.startsWith('tests/') && !path.startsWith('tests/tidy/')
    ? lines.flatMap((text, index) =>
        /(locator|querySelector(All)?|closest)\(\s*['"`]([^'"`]*[\s>,])?\w*\.[a-z][\w-]*/.test(text) &&
        !text.includes('.tern-')
          ? [{ path, line: index + 1, what: 'selects by a class' }]
          : [],
      )
    : []
