/** The style of the reference: type does the work, one colour marks what can be followed, the rest is ink. */
export const referenceStyle = `
:root {
  --paper: #fdfdfc; --panel: #f5f5f2; --ink: #1b1e22; --soft: #5d646c; --line: #e3e4e0;
  --link: #0a5a70; --write: #0a5a70; --remove: #9c3420; --mark: #fbf4d9;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131618; --panel: #1b1f22; --ink: #dfe2e5; --soft: #98a0a8; --line: #2b3034;
    --link: #7cc4d8; --write: #7cc4d8; --remove: #e8937d; --mark: #2c2a1c;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); text-rendering: optimizeLegibility; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code, pre, .method { font-family: var(--mono); }
code { font-size: .875em; }
p, ul, ol, dl, figure, h1, h2, h3, h4 { margin: 0; }

.skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--paper); z-index: 1; }
.skip:focus { left: 0; }
.page { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); max-width: 92rem; margin: 0 auto; }

nav { grid-row: 1 / span 2; grid-column: 1; position: sticky; top: 0; align-self: start; height: 100vh; overflow-y: auto; padding: 2.25rem 1.25rem 3rem 1.75rem; border-right: 1px solid var(--line); font-size: .875rem; line-height: 1.4; scrollbar-width: thin; scrollbar-color: var(--line) transparent; }
nav .brand { font-weight: 650; font-size: 1.0625rem; letter-spacing: -.01em; }
nav .part { margin: 1.75rem 0 .4rem; font-size: .8125rem; font-weight: 600; }
nav ul { list-style: none; padding: 0; }
nav li a { display: block; padding: .2rem 0; }
nav a { color: var(--ink); }
nav li a { color: var(--soft); }
nav li a:hover { color: var(--ink); text-decoration: none; }
nav .method { display: inline-block; width: 4.2em; }

main { padding: 0 3rem 6rem; min-width: 0; }
.opening { grid-column: 2; padding: 3.75rem 3rem .5rem; }
h1 { font-size: 2.75rem; line-height: 1.1; font-weight: 700; letter-spacing: -.03em; }
h1 span { color: var(--soft); font-weight: 400; }
h2, h3, h4 { scroll-margin-top: 1.5rem; }
main h2 a, main h3 a { color: inherit; }
main h2 { font-size: 1.875rem; line-height: 1.2; font-weight: 680; letter-spacing: -.022em; }
main h3 { font-size: 1.25rem; line-height: 1.3; font-weight: 650; letter-spacing: -.012em; }
h4 { margin: 1.75rem 0 .25rem; font-size: .875rem; font-weight: 650; }
.lead { max-width: 40rem; margin-top: .9rem; font-size: 1.125rem; line-height: 1.55; color: var(--soft); text-wrap: pretty; }
.chapter { margin-top: 4.5rem; scroll-margin-top: 2rem; }
.told > p, .steps p { max-width: 40rem; text-wrap: pretty; }

.method { font-size: .6875rem; font-weight: 600; letter-spacing: .02em; color: var(--soft); }
.method.post, .method.put, .method.patch { color: var(--write); }
.method.delete { color: var(--remove); }

.endpoint { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); column-gap: 3rem; margin-top: 2.75rem; padding-top: 2rem; border-top: 1px solid var(--line); scroll-margin-top: 0; }
.endpoint > header { grid-column: 1 / -1; margin-bottom: .9rem; }
.route { margin-top: .35rem; color: var(--soft); overflow-wrap: anywhere; }
.route .method { font-size: .8125rem; margin-right: .35em; }
.route code { color: var(--ink); }
var { font-style: normal; color: var(--soft); }
.access { margin-top: .6rem; font-size: .9375rem; color: var(--soft); }
.label { font-weight: 650; color: var(--ink); font-size: .875rem; margin-right: .4em; }
.errors { font-size: .9375rem; line-height: 1.8; color: var(--soft); }
.shown { position: sticky; top: 1.5rem; align-self: start; min-width: 0; }

.fields { border-top: 1px solid var(--line); }
.fields dt { padding-top: .7rem; overflow-wrap: anywhere; line-height: 1.45; }
.fields dd { margin: 0; padding: .1rem 0 .7rem; border-bottom: 1px solid var(--line); font-size: .9375rem; line-height: 1.5; }
.fields dd:last-child { border-bottom: 0; }
.fields dd p { max-width: 40rem; text-wrap: pretty; }
.field { font-weight: 600; font-size: .875rem; margin-right: .5em; }
.type { font-family: var(--mono); font-size: .8125rem; color: var(--soft); }
.required, .optional { font-size: .75rem; margin-left: .4em; }
.required { color: var(--remove); }
.optional, .constraints { color: var(--soft); }
.constraints { font-size: .8125rem; overflow-wrap: anywhere; }

figure + figure { margin-top: 1.25rem; }
figcaption { margin-bottom: .35rem; font-size: .8125rem; color: var(--soft); }
figcaption b { color: var(--ink); font-weight: 600; }
pre { margin: 0; padding: .9rem 1rem; overflow-x: auto; background: var(--panel); border-radius: 6px; font-size: .78125rem; line-height: 1.55; tab-size: 2; scrollbar-width: thin; }
pre code { font-size: inherit; }
pre b { font-weight: 400; color: var(--ink); }
.shown figure + figure pre { color: var(--soft); }
.also { margin-top: .5rem; font-size: .8125rem; color: var(--soft); }

.steps { list-style: none; padding: 0; counter-reset: step; margin-top: 1.5rem; max-width: 52rem; }
.steps li { position: relative; padding-left: 2.5rem; counter-increment: step; }
.steps li + li { margin-top: 1.75rem; }
.steps li::before { content: counter(step); position: absolute; left: 0; top: -.1rem; font-size: 1.25rem; font-weight: 650; color: var(--soft); font-variant-numeric: tabular-nums; }
.steps pre { margin-top: .6rem; }

.conventions { margin-top: 1.5rem; max-width: 52rem; }
.conventions > div { display: grid; grid-template-columns: 10rem minmax(0, 1fr); column-gap: 1.5rem; padding: .9rem 0; border-top: 1px solid var(--line); }
.conventions dt { font-weight: 650; }
.conventions dd { margin: 0; text-wrap: pretty; }
.conventions code { overflow-wrap: anywhere; }

.object { margin-top: 2.5rem; max-width: 60rem; scroll-margin-top: 1.5rem; }
.members { margin-top: .75rem; }
.members > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); column-gap: 1.5rem; padding: .5rem 0; border-top: 1px solid var(--line); font-size: .9375rem; line-height: 1.5; }
.members dd { margin: 0; overflow-wrap: anywhere; }

table { width: 100%; max-width: 60rem; margin-top: 1.5rem; border-collapse: collapse; font-size: .9375rem; line-height: 1.5; font-variant-numeric: tabular-nums; }
th { padding: 0 1.5rem .5rem 0; text-align: left; font-size: .8125rem; font-weight: 600; color: var(--soft); }
td { padding: .6rem 1.5rem .6rem 0; border-top: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
abbr { text-decoration: none; color: var(--soft); }
.chapter > h3 { margin-top: 2.5rem; }
tr:target, .object:target > h3, .endpoint:target > header h3 { background: var(--mark); }

@media (max-width: 76rem) {
  .endpoint { grid-template-columns: minmax(0, 1fr); }
  .shown { position: static; margin-top: 1.75rem; max-width: 46rem; }
}
@media (max-width: 52rem) {
  .page { display: block; }
  nav { position: static; height: auto; padding: .5rem 1.25rem 1.75rem; border-right: 0; border-bottom: 1px solid var(--line); columns: 2; column-gap: 1.5rem; }
  nav .part { margin: 0; padding-top: 1rem; break-after: avoid; }
  nav ul { break-inside: avoid; }
  nav .brand, nav .method { display: none; }
  .opening { padding: 2rem 1.25rem 1rem; }
  main { padding: 0 1.25rem 4rem; }
  h1 { font-size: 2.125rem; }
  main h2 { font-size: 1.5rem; }
  .lead { font-size: 1.0625rem; }
  .chapter { margin-top: 3.25rem; }
  .conventions > div, .members > div { grid-template-columns: minmax(0, 1fr); row-gap: .15rem; }
  .steps li { padding-left: 0; }
  .steps li::before { position: static; display: block; margin-bottom: .1rem; }
  pre { margin-left: -1.25rem; margin-right: -1.25rem; padding: .9rem 1.25rem; border-radius: 0; }
}
@media (max-width: 40rem) {
  table, tbody, tr, td { display: block; }
  thead { position: absolute; left: -100vw; }
  tr { padding: .65rem 0; border-top: 1px solid var(--line); }
  td { padding: 0; border: 0; overflow-wrap: anywhere; }
}
@media print {
  :root { --paper: #fff; --panel: #f6f6f4; --ink: #000; --soft: #444; --line: #ccc; --link: #000; --write: #000; --remove: #000; }
  @page { margin: 18mm 16mm; }
  html { font-size: 9pt; }
  .page { display: block; }
  .skip, nav .brand, nav .method { display: none; }
  nav { position: static; height: auto; overflow: visible; padding: 0 0 1rem; border: 0; columns: 3; }
  nav ul, figure, .steps li, .fields dt, .fields dd, tr, .conventions > div, .members > div { break-inside: avoid; }
  nav .part, main h2, main h3, h4, .endpoint > header, figcaption, .fields dt { break-after: avoid; }
  main, .opening { padding: 0; }
  .endpoint { display: block; }
  .shown { position: static; margin-top: 1rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
`;
