/** The style of the content: endpoints, objects, tables and guides. */
export const contentStyle = `
h1 { margin-top: .4rem; font-size: 2.5rem; line-height: 1.12; font-weight: 700; letter-spacing: -.028em; text-wrap: balance; overflow-wrap: anywhere; }
main h2 a, main h3 a { color: inherit; }
main h2 { font-size: 1.5rem; line-height: 1.25; font-weight: 670; letter-spacing: -.018em; }
main h3 { font-size: 1.0625rem; line-height: 1.35; font-weight: 650; letter-spacing: -.006em; }
.lead { max-width: 42rem; margin-top: .9rem; font-size: 1.125rem; line-height: 1.55; color: var(--soft); text-wrap: pretty; }
:is(.lead, .told p, pre, dd, td, .type) a, .prose a:not(h2 a) { text-decoration: underline; text-decoration-color: color-mix(in srgb, currentcolor 45%, transparent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
:is(.lead, .told p, pre, dd, td, .type, .prose) a:hover { text-decoration-color: currentcolor; }
.chapter { margin-top: 3.5rem; }
.chapter > h3, main > h2 { margin-top: 2.25rem; }
.told > p, .steps p { max-width: 42rem; text-wrap: pretty; }

.method { font-size: .6875rem; font-weight: 600; letter-spacing: .02em; color: var(--soft); }
.method.post, .method.put, .method.patch { color: var(--link); }
.method.delete { color: var(--remove); }

.endpoint { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); column-gap: 3rem; margin-top: 2.5rem; padding-top: 2rem; border-top: 1px solid var(--line); scroll-margin-top: 0; }
.endpoint > header { grid-column: 1 / -1; margin-bottom: .9rem; }
.endpoint h3 { margin: 1.6rem 0 .25rem; font-size: .875rem; }
.route { margin-top: .35rem; color: var(--soft); overflow-wrap: anywhere; }
.route .method { font-size: .8125rem; margin-right: .35em; }
.route code { color: var(--ink); }
var { font-style: normal; color: var(--soft); }
.access { margin-top: .6rem; font-size: .9375rem; color: var(--soft); }
.label { font-weight: 650; color: var(--ink); font-size: .875rem; margin-right: .4em; }
.errors { font-size: .9375rem; line-height: 1.8; color: var(--soft); }
.shown { position: sticky; top: calc(var(--bar) + 1.5rem); align-self: start; min-width: 0; }
.shown:has(.try[open]) { position: static; }

.fields { border-top: 1px solid var(--line); }
.fields dt { padding-top: .6rem; overflow-wrap: anywhere; line-height: 1.45; }
.fields dd { margin: 0; padding: .1rem 0 .6rem; border-bottom: 1px solid var(--line); font-size: .9375rem; line-height: 1.5; }
.fields dd:last-child { border-bottom: 0; }
.fields dd p { max-width: 42rem; text-wrap: pretty; }
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
.shown figure + figure pre { max-height: 30rem; overflow: auto; color: var(--soft); }
.also { margin-top: .5rem; font-size: .8125rem; color: var(--soft); }

.steps { list-style: none; padding: 0; counter-reset: step; margin-top: 1.5rem; max-width: 54rem; }
.steps li { position: relative; padding-left: 2.5rem; counter-increment: step; }
.steps li + li { margin-top: 1.75rem; }
.steps li::before { content: counter(step); position: absolute; left: 0; top: -.1rem; font-size: 1.25rem; font-weight: 650; color: var(--soft); font-variant-numeric: tabular-nums; }
.steps pre { margin-top: .6rem; }

.conventions { margin-top: 1.5rem; max-width: 54rem; }
.conventions > div { display: grid; grid-template-columns: 10rem minmax(0, 1fr); column-gap: 1.5rem; padding: .9rem 0; border-top: 1px solid var(--line); }
.conventions dt { font-weight: 650; }
.conventions dd { margin: 0; text-wrap: pretty; }
.conventions code { overflow-wrap: anywhere; }

.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: .75rem; max-width: 64rem; margin-top: .75rem; padding: 0; list-style: none; }
.cards li { position: relative; padding: .8rem 1rem .9rem; border: 1px solid var(--line); border-radius: 8px; }
.cards li:hover { border-color: var(--edge); }
.cards a { font-weight: 650; }
.cards a::after { content: ''; position: absolute; inset: 0; }
.cards span { display: block; margin-top: .15rem; font-size: .875rem; line-height: 1.45; color: var(--soft); text-wrap: pretty; }
.index { columns: 19rem 3; column-gap: 2.5rem; max-width: 72rem; margin-top: 1.25rem; font-size: .9375rem; }
.index section { break-inside: avoid; padding-bottom: 1.6rem; }
.index ul { list-style: none; padding: 0; margin-top: .3rem; }
.index li a { display: flex; align-items: baseline; padding: .14rem 0; line-height: 1.4; color: var(--ink); }
.index .method { flex: 0 0 4.6em; }
.names { columns: 13rem; max-width: 72rem; margin-top: .75rem; padding: 0; list-style: none; line-height: 1.85; }
.names li { break-inside: avoid; overflow-wrap: anywhere; }
.names.wide { columns: 16rem; }

.object { margin-top: 2.25rem; max-width: 60rem; }
.members { margin-top: .6rem; }
.members > div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); column-gap: 1.5rem; padding: .4rem 0; border-top: 1px solid var(--line); font-size: .9375rem; line-height: 1.5; }
.members dt { overflow-wrap: anywhere; }
.members dd { margin: 0; overflow-wrap: anywhere; }

table { width: 100%; max-width: 64rem; margin-top: 1.5rem; border-collapse: collapse; font-size: .9375rem; line-height: 1.5; font-variant-numeric: tabular-nums; }
th { padding: 0 1.5rem .5rem 0; text-align: left; font-size: .8125rem; font-weight: 600; color: var(--soft); }
td { padding: .55rem 1.5rem .55rem 0; border-top: 1px solid var(--line); vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
abbr { text-decoration: none; color: var(--soft); }
tr:target, li:target, .object:target > h2, .endpoint:target > header h2, .prose :is(h2, h3, h4):target { background: var(--mark); }

.prose { max-width: 64rem; margin-top: 1.5rem; }
.prose > :not(.scroll, pre) { max-width: 46rem; }
.prose > * + * { margin-top: 1rem; }
.prose h2 { margin-top: 2.75rem; }
.prose h3 { margin-top: 2rem; }
.prose :is(ul, ol) { padding-left: 1.35rem; }
.prose li + li, .prose li > * + * { margin-top: .4rem; }
.prose li::marker { color: var(--soft); }
.prose :is(p, li) { text-wrap: pretty; overflow-wrap: break-word; }
.prose :is(p, li) code { overflow-wrap: anywhere; }
.prose td code { overflow-wrap: break-word; }
.prose td:first-child code { white-space: nowrap; }
.prose a.source { color: inherit; text-decoration: none; }
.prose blockquote { margin: 1rem 0 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.scroll { overflow-x: auto; scrollbar-width: thin; }
.scroll table { margin-top: .25rem; font-size: .875rem; }
.scroll th { white-space: nowrap; }
.scroll :is(th, td) { padding-right: 1.25rem; }
.scroll td { min-width: 7rem; }
`;
