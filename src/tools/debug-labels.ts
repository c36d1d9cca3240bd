/** A Vite plugin that names Jotai atoms for debugging tools. It runs in development and in tests, not in the build. */

import { type Plugin, parseAst } from 'vite'

const CLIENT_FILE = /\/src\/client\/.+\.tsx?$/

export const debugLabels: Plugin = {
  name: 'debug-labels',
  apply: 'serve',
  transform: {
    filter: { id: CLIENT_FILE },
    handler: (code, id) => ({ code: code + labelAtoms(code, id), map: null }),
  },
}

/** One assignment for each top-level constant that is an atom. Names that do not end in `Atom` get the file's name too. */
export function labelAtoms(code: string, id: string): string {
  const file = /([^/]+)\.tsx?$/.exec(id)?.[1] ?? ''
  return atomNames(code)
    .map((name) => `\n${name}.debugLabel = '${name.endsWith('Atom') ? name : `${file}.${name}`}'`)
    .join('')
}

function atomNames(code: string): readonly string[] {
  return parseAst(code).body.flatMap((node) => {
    const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    if (declaration?.type !== 'VariableDeclaration') return []
    return declaration.declarations.flatMap(({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
      return /^atom$|Atom$/.test(init.callee.name) || id.name.endsWith('Atom') ? [id.name] : []
    })
  })
}
