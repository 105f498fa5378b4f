import { contentStyle } from './content-style.ts';
import { tryStyle } from './try-style.ts';

/** The style of the reference: type does the work, one colour marks what can be followed, the rest is ink. */
const frameStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fdfdfc, #131618); --panel: light-dark(#f5f5f2, #1b1f22); --press: light-dark(#eaeae6, #262b2f);
  --ink: light-dark(#1b1e22, #dfe2e5); --soft: light-dark(#5a6169, #9aa2aa); --line: light-dark(#e3e4e0, #2b3034);
  --edge: light-dark(#868c92, #737a82); --link: light-dark(#0a5a70, #7cc4d8); --on-link: light-dark(#fff, #0d1a1e);
  --remove: light-dark(#9c3420, #e8937d); --mark: light-dark(#fbf4d9, #2c2a1c);
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif;
  --mono: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', 'Liberation Mono', monospace;
  --bar: 3.5rem;
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: calc(var(--bar) + 1.25rem); }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); text-rendering: optimizeLegibility; }
[hidden] { display: none !important; }
a { color: var(--link); text-decoration: none; }
a:hover { text-decoration: underline; text-underline-offset: .2em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code, pre, .method, kbd { font-family: var(--mono); }
code { font-size: .875em; }
p, ul, ol, dl, figure, h1, h2, h3, h4 { margin: 0; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.skip { position: fixed; left: -100vw; top: 0; padding: .75rem 1rem; background: var(--paper); z-index: 4; }
.skip:focus { left: 0; }

.bar { position: sticky; top: 0; z-index: 3; display: flex; align-items: center; gap: 1.5rem; height: var(--bar); padding: 0 1.75rem; background: var(--paper); border-bottom: 1px solid var(--line); }
.brand { font-weight: 650; font-size: 1.0625rem; letter-spacing: -.01em; white-space: nowrap; }
.brand a { color: var(--ink); }
.brand span { color: var(--soft); font-weight: 400; }
.menu { display: none; }
search { position: relative; margin-left: auto; width: min(26rem, 50vw); }
search input { width: 100%; height: 2.25rem; padding: 0 2.25rem 0 .8rem; border: 1px solid var(--edge); border-radius: 6px; background: var(--paper); color: inherit; font: inherit; font-size: .875rem; }
search input::placeholder { color: var(--soft); opacity: 1; }
search input::-webkit-search-cancel-button { display: none; }
search kbd { position: absolute; right: .6rem; top: .53rem; min-width: 1.25rem; border: 1px solid var(--line); border-radius: 4px; background: var(--panel); color: var(--soft); font-size: .6875rem; line-height: 1.125rem; text-align: center; pointer-events: none; }
search input:focus + kbd { visibility: hidden; }
#found { position: absolute; right: 0; top: 2.75rem; width: min(40rem, calc(100vw - 2.5rem)); max-height: min(32rem, 75vh); overflow-y: auto; padding: .4rem; border: 1px solid var(--line); border-radius: 8px; background: var(--paper); box-shadow: 0 8px 30px light-dark(rgb(20 24 30 / 14%), rgb(0 0 0 / 55%)); }
#found a { display: block; padding: .45rem .7rem; border-radius: 5px; color: var(--ink); }
#found a:hover { background: var(--panel); text-decoration: none; }
#found a[aria-selected="true"] { background: var(--press); box-shadow: inset 3px 0 var(--link); }
#found strong { display: block; font-size: .875rem; font-weight: 600; line-height: 1.4; overflow-wrap: anywhere; }
#found .call strong { font-family: var(--mono); font-size: .8125rem; }
#found span { display: block; color: var(--soft); font-size: .8125rem; line-height: 1.45; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#found p { padding: .6rem .7rem; color: var(--soft); font-size: .875rem; }

.page { display: grid; grid-template-columns: 16.5rem minmax(0, 1fr); max-width: 94rem; margin: 0 auto; }
#contents { position: sticky; top: var(--bar); display: block; align-self: start; inset: var(--bar) auto auto auto; width: auto; height: calc(100vh - var(--bar)); margin: 0; overflow-y: auto; overscroll-behavior: contain; padding: .5rem 1.25rem 3rem 1.75rem; border: 0; border-right: 1px solid var(--line); background: none; color: inherit; font-size: .875rem; line-height: 1.4; scrollbar-width: thin; scrollbar-color: var(--line) transparent; }
#contents .part { margin: 1.4rem 0 .35rem; font-size: .8125rem; font-weight: 600; }
#contents ul { list-style: none; padding: 0; }
#contents li a { display: block; padding: .22rem 0; color: var(--soft); }
#contents li a:hover { color: var(--ink); text-decoration: none; }
#contents a[aria-current] { color: var(--link); font-weight: 600; }
#contents ul ul { margin: .2rem 0 .6rem .1rem; padding-left: .8rem; border-left: 1px solid var(--line); }
#contents a:has(.method) { display: flex; align-items: baseline; }
#contents .method { flex: 0 0 4.6em; }

main { min-width: 0; padding: 2rem 3rem 5rem; }
.trail ol { display: flex; flex-wrap: wrap; list-style: none; padding: 0; font-size: .8125rem; color: var(--soft); }
.trail li + li::before { content: '/'; margin: 0 .5em; color: var(--edge); }
.pager { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; max-width: 60rem; margin-top: 4.5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-weight: 600; }
.pager small { display: block; color: var(--soft); font-weight: 400; font-size: .8125rem; }
.pager [rel="next"] { grid-column: 2; text-align: right; }
`;

const narrowStyle = `
@media (max-width: 76rem) {
  .endpoint { grid-template-columns: minmax(0, 1fr); }
  .shown { position: static; margin-top: 1.75rem; max-width: 46rem; }
}
@media (max-width: 56rem) {
  .page { display: block; }
  .bar { gap: .75rem; padding: 0 1.25rem; }
  .brand span, search kbd { display: none; }
  search { flex: 1; margin: 0; }
  #found { position: fixed; inset: calc(var(--bar) + .25rem) .75rem auto; width: auto; max-height: 70vh; }
  .menu { display: block; height: 2.25rem; padding: 0 .8rem; border: 1px solid var(--edge); border-radius: 6px; background: none; color: inherit; font: inherit; font-size: .875rem; }
  search[hidden] + .menu { margin-left: auto; }
  #contents { display: none; position: fixed; inset: var(--bar) 0 0 0; width: 100%; border: 0; background: var(--paper); padding: .25rem 1.25rem 3rem; font-size: 1rem; }
  #contents:popover-open { display: block; }
  #contents li a { padding: .4rem 0; }
  main { padding: 1.5rem 1.25rem 4rem; }
  h1 { font-size: 2rem; }
  main h2 { font-size: 1.375rem; }
  .lead { font-size: 1.0625rem; }
  .chapter { margin-top: 3rem; }
  .conventions > div, .members > div { grid-template-columns: minmax(0, 1fr); row-gap: .15rem; }
  .steps li { padding-left: 0; }
  .steps li::before { position: static; display: block; margin-bottom: .1rem; }
  main pre { margin-left: -1.25rem; margin-right: -1.25rem; padding: .9rem 1.25rem; border-radius: 0; }
  .try pre { margin-left: 0; margin-right: 0; border-radius: 6px; }
}
@media (max-width: 40rem) {
  main > table, main > section > table, main > table :is(tbody, tr, td) { display: block; }
  main > table thead { position: absolute; left: -100vw; }
  main > table tr { padding: .65rem 0; border-top: 1px solid var(--line); }
  main > table td { padding: 0; border: 0; overflow-wrap: anywhere; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --panel: #f6f6f4; --ink: #000; --soft: #444; --line: #ccc; --link: #000; --remove: #000; }
  @page { margin: 18mm 16mm; }
  html { font-size: 9pt; }
  .skip, .bar, #contents, .trail, .pager, .try { display: none !important; }
  .page, .endpoint { display: block; }
  main { padding: 0; }
  figure, .steps li, .fields dt, .fields dd, tr, .conventions > div, .members > div { break-inside: avoid; }
  h2, h3, .endpoint > header, figcaption, .fields dt { break-after: avoid; }
  .shown { position: static; margin-top: 1rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
`;

export const referenceStyle = frameStyle + contentStyle + tryStyle + narrowStyle;
