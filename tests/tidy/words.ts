// Comments and test titles use plain technical English. These words and phrases made earlier versions hard to read.
import { type Finding, isNode, type Node, type Source } from './source.ts'

/** What to write instead. */
const replacements: Readonly<Record<string, string>> = {
  whoever: 'the user, the caller, the client',
  whomever: 'the user, the caller, the client',
  whom: 'name the person or component',
  somebody: 'a user, another user',
  anybody: 'any user',
  everybody: 'all users, all subscribers',
  'nobody else': 'only this user',
  'is said': 'is sent, is returned, is logged',
  'are said': 'are sent, are returned, are logged',
  'is told': 'is notified, receives',
  'are told': 'are notified, receive',
  'stands here': 'is stored here, is shown here',
  'heard of': 'received',
  'on its way': 'in flight, pending',
  'for ever': 'permanently',
  weather: 'transient error',
}

const pattern = new RegExp(`\\b(${Object.keys(replacements).join('|')})\\b`, 'i')

export function checkWords({ path, comments, nodes, lineOf }: Source): readonly Finding[] {
  if (path.startsWith('tests/tidy/')) return []
  const titles = nodes.flatMap((node) => titleOf(node).map((text) => ({ text, line: lineOf(node) })))
  return [...comments, ...titles].flatMap(({ text, line }) => {
    const found = pattern.exec(text)?.[1]?.toLowerCase()
    return found === undefined
      ? []
      : [{ path, line, what: `uses "${found}": write plain technical English (${replacements[found]})` }]
  })
}

/** The title of `test('…')` and `describe('…')`. */
function titleOf(node: Node): readonly string[] {
  if (node.type !== 'CallExpression' || !isNode(node.callee) || !Array.isArray(node.arguments)) return []
  if (!/^(test|it|describe)$/.test(String(node.callee.name))) return []
  const [title] = node.arguments
  return isNode(title) && typeof title.value === 'string' ? [title.value] : []
}
