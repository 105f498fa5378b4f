import { pageStyle } from '../../lib/page-style.ts';

/** What pages of the site have beyond all pages that are made here. */
export const siteStyle = `${pageStyle}
.top{margin-bottom:1rem}
.tabs{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;border-bottom:1px solid var(--line);margin:0 0 1.5rem}
.tabs a{padding:.45rem 0;color:var(--soft);text-decoration:none;border-bottom:2px solid transparent;margin-bottom:-1px}
.tabs a:hover{color:var(--ink)}
.tabs a[aria-current]{color:var(--ink);border-color:var(--link);font-weight:600}
.tabs small{font-weight:400;color:var(--soft)}
.session{color:var(--soft);font-size:.925rem}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:.5rem 1.5rem;margin:0 0 1.5rem;padding:.9rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:6px}
.facts dt{font-size:.8rem;color:var(--soft)}
.facts dd{margin:0}
.facts time,.facts-line time{color:inherit;font-size:inherit}
.facts-line{margin:-.6rem 0 1rem;color:var(--soft);font-size:.925rem}
.status-active,.status-completed,.status-running{color:var(--ink);border-color:currentcolor}
.status-failed{color:var(--shade-4);border-color:currentcolor}
.table{overflow-x:auto;margin:0 0 1.5rem}
.table th,.size{white-space:nowrap}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:.45rem .9rem .45rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
th{font-size:.8rem;font-weight:600;color:var(--soft)}
.path{font:.9em ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
.turn{display:flex;gap:1rem;justify-content:space-between;margin:1rem 0}
.document{padding:1rem 1.25rem;background:var(--card);border:1px solid var(--line);border-radius:6px;contain:paint}
.words h3,.words h4,.words h5,.words h6{line-height:1.3;margin:1.2em 0 .4em}
.words h3{font-size:1.25em}.words h4{font-size:1.12em}.words h5,.words h6{font-size:1em}
.said .words h3,.said .words h4{font-size:1.05em}
.words p,.words ul,.words ol{margin:.5em 0}
.words>:first-child{margin-top:0}.words>:last-child{margin-bottom:0}
.words ul,.words ol{padding-left:1.5em}
.words li>ul,.words li>ol,.words li>p{margin:.15em 0}
.words blockquote{margin:.6em 0;padding-left:.9em;border-left:3px solid var(--line);color:var(--soft)}
.words :not(pre)>code{background:var(--code);border-radius:3px;padding:.1em .3em}
.words hr{border:0;border-top:1px solid var(--line)}
.words table{width:auto;max-width:100%;display:block;overflow-x:auto;overflow-wrap:normal;font-size:.95em;margin:.8em 0}
.words th,.words td{padding:.3rem .8rem;border:1px solid var(--line)}
.picture img{max-width:100%;height:auto;border:1px solid var(--line);border-radius:6px;background:#fff}
.source{display:flex;border:1px solid var(--line);border-radius:6px;overflow:hidden;background:var(--code)}
.source pre{margin:0;border:0;border-radius:0;background:none}
.source .numbers{flex:none;color:var(--soft);text-align:right;border-right:1px solid var(--line);user-select:none;overflow:hidden}
.source .code{flex:1;min-width:0}
.changes{border:1px solid var(--line);border-radius:6px;overflow-x:auto;background:var(--code);font:.85em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;padding:.4rem 0}
.change{display:flow-root;padding:0 .8rem 0 2rem;white-space:pre-wrap;overflow-wrap:anywhere}
.change .sign{float:inline-start;margin-inline-start:-1.2rem}
.change.is-add{background:var(--added)}
.change.is-del{background:var(--removed)}
.change.is-gap{color:var(--soft)}
.unseen{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
:root{--added:#e4f5e8;--removed:#fdeaea}
@media(prefers-color-scheme:dark){:root{--added:#12301b;--removed:#3a1618}}
.job h2 small{font-size:.7em;font-weight:400;color:var(--soft)}
.job h2{display:flex;flex-wrap:wrap;gap:.6rem;align-items:baseline}
.whole>section{border-top:1px solid var(--line);margin-top:2.5rem}
.whole>section>h2:first-child{font-size:1.45rem;margin-top:1.4rem}
.whole details,.job details{margin:.6rem 0}
.whole summary,.job summary{cursor:pointer}
footer{margin-top:3rem;padding-top:.8rem;border-top:1px solid var(--line);color:var(--soft);font-size:.85rem}
:root{--code-word:#9333ea;--code-text:#15803d;--code-name:#1d4ed8;--code-number:#b45309;--code-remark:#78716c}
@media(prefers-color-scheme:dark){:root{--code-word:#d0a8ff;--code-text:#8fd19e;--code-name:#8ab4f8;--code-number:#f2b36d;--code-remark:#948f86}}
.hljs-keyword,.hljs-literal,.hljs-selector-tag,.hljs-doctag,.hljs-name,.hljs-section{color:var(--code-word)}
.hljs-string,.hljs-regexp,.hljs-addition,.hljs-template-tag{color:var(--code-text)}
.hljs-title,.hljs-built_in,.hljs-type,.hljs-class,.hljs-selector-id,.hljs-selector-class{color:var(--code-name)}
.hljs-number,.hljs-attr,.hljs-attribute,.hljs-variable,.hljs-symbol,.hljs-bullet,.hljs-link,.hljs-meta{color:var(--code-number)}
.hljs-comment,.hljs-quote,.hljs-deletion{color:var(--code-remark)}
.hljs-comment,.hljs-emphasis{font-style:italic}.hljs-strong{font-weight:700}.hljs-subst{color:inherit}
@media(max-width:34rem){.facts{grid-template-columns:1fr;gap:.3rem;padding:.7rem .8rem}.facts>div{display:grid;grid-template-columns:6.5rem 1fr;align-items:baseline}
.document{padding:.75rem .85rem}.words table{font-size:.85em}.words th,.words td{padding:.25rem .4rem}.tabs{gap:0 .8rem;font-size:.93rem}
.table thead{position:absolute;clip-path:inset(50%);width:1px;height:1px;overflow:hidden}
.table tr{display:block;padding:.5rem 0;border-bottom:1px solid var(--line)}
.table td{display:inline;border:0;padding:0;color:var(--soft);font-size:.85rem}
.table td:first-child{display:block;color:inherit;font-size:1rem}
.table td:not(:first-child)::before{content:attr(data-column) " "}
.table td:not(:first-child,:last-child)::after{content:" · "}}
@media print{.tabs,.turn{display:none}.source{border:0}.source .numbers{display:none}.facts,.document{border-color:#bbb;contain:none}.words table{display:table;overflow-wrap:anywhere}}
`;
