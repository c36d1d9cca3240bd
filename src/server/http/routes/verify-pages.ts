/** Pages of the identity check outside the app: they open in a browser without a session. */

import { escapeHtml } from '../../email/email-template.ts'

type Link = { readonly label: string; readonly url: string }

/** Where Telegram users come back to from the provider's page. It proves nothing: only the webhook counts. */
export const returnPage = (appName: string, telegram: string | undefined): string =>
  page(appName, {
    title: 'Your identity check',
    lines: [
      'If you sent your documents, the result appears in the app as soon as it is known.',
      `You can close this page and go back to ${appName} in Telegram.`,
    ],
    content: telegram === undefined ? '' : button({ label: 'Back to Telegram', url: telegram }),
  })

export const expiredPage = (appName: string): string =>
  page(appName, {
    title: 'This link has expired',
    lines: [`Start the identity check again in the settings of ${appName}.`],
    content: '',
  })

const DECISIONS = [
  { value: 'approve', label: 'Approve', kind: 'primary' },
  { value: 'pending', label: 'Send for review', kind: 'quiet' },
  { value: 'retry', label: 'Ask again', kind: 'quiet' },
  { value: 'reject', label: 'Reject', kind: 'danger' },
] as const

/** The buttons send a form to the address of the page. */
export const decisionPage = (appName: string): string =>
  page(appName, {
    title: 'Play identity check',
    lines: [
      'With play money, this page stands for the page of the identity provider. It asks for no documents: choose the result.',
    ],
    content: `<form method="post">${DECISIONS.map(
      ({ value, label, kind }) => `<button name="decision" value="${value}" data-kind="${kind}">${label}</button>`,
    ).join('')}</form>`,
  })

const button = ({ label, url }: Link): string =>
  `<p class="actions"><a class="primary" href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`

type PageContent = { readonly title: string; readonly lines: readonly string[]; readonly content: string }

const STYLE = `:root{color-scheme:dark light;--bg:#f6f7f9;--card:#fff;--text:#0e1116;--text-2:#4d5461;--line:#e3e5ea;--raised:#eef0f3;
--accent:#7733c6;--on-accent:#fff;--danger:#c0223c}
@media(prefers-color-scheme:dark){:root{--bg:#0b0c0f;--card:#13151a;--text:#f2f3f5;--text-2:#a9afbb;--line:#23262e;--raised:#1c1f26;
--accent:#cba8ff;--on-accent:#1e0b38;--danger:#ff7384}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--bg);color:var(--text);
font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:400px;padding:24px;border:1px solid var(--line);border-radius:20px;background:var(--card)}
.name{margin:0 0 16px;font-weight:600;font-size:14px;line-height:20px;color:var(--text-2)}
h1{margin:0 0 8px;font-size:24px;line-height:32px;letter-spacing:-.01em}
p{margin:0 0 12px;color:var(--text-2)}
form{display:grid;gap:8px;margin-top:20px}
.actions{margin:20px 0 0}
button,a.primary{display:block;width:100%;min-height:48px;padding:14px 20px;border:0;border-radius:14px;font-family:inherit;font-size:15px;font-weight:600;line-height:20px;
text-align:center;text-decoration:none;cursor:pointer;background:var(--raised);color:var(--text)}
button[data-kind=primary],a.primary{background:var(--accent);color:var(--on-accent)}
button[data-kind=danger]{background:none;color:var(--danger)}
button:focus-visible,a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`

const page = (appName: string, { title, lines, content }: PageContent): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · ${escapeHtml(appName)}</title><style>${STYLE}</style></head>
<body><main><p class="name">${escapeHtml(appName)}</p><h1>${escapeHtml(title)}</h1>
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
${content}</main></body></html>
`
