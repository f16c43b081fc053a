import { STYLE } from './html-style.ts'
import { html, trusted, type Html } from './markup.ts'

/** A whole page as one file: no script, nothing fetched, the style within. */
export function htmlDocument(title: string, main: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${trusted(STYLE)}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.html
}
