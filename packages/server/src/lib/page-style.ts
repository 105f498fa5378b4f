/** The style of generated pages: colours for light and dark, paper, and small screens. */
export const pageStyle = `
:root{color-scheme:light dark;--paper:light-dark(#fbfbfa,#111214);--card:light-dark(#fff,#17181b);--ink:light-dark(#1a1b1e,#ececee);
--soft:light-dark(#55585f,#a9acb4);--line:light-dark(#e4e4df,#2b2d31);--link:light-dark(#3451c7,#9db1ff);--code:light-dark(#f3f3f0,#1f2124)}
.who-0{--shade:light-dark(#3451c7,#9db1ff)}.who-1{--shade:light-dark(#b0420c,#ffab61)}.who-2{--shade:light-dark(#0a6b7d,#68d5e6)}
.who-3{--shade:light-dark(#2c6e1f,#95d97f)}.who-4{--shade:light-dark(#a61e5c,#ff97c0)}.who-5{--shade:light-dark(#73591a,#e3c35a)}
.who-6{--shade:light-dark(#5a4a9c,#bdaefc)}.who-7{--shade:light-dark(#4b5a66,#b3c3d0)}.who-person{--shade:light-dark(#862e9c,#e7a3f7)}.who-service{--shade:var(--soft)}
*{box-sizing:border-box}
html{font:15px/1.5 Inter,system-ui,-apple-system,"Segoe UI","Noto Sans","DejaVu Sans",sans-serif;-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;padding:1.5rem 1rem 4rem;max-width:52rem;background:var(--paper);color:var(--ink);overflow-wrap:anywhere}
h1{font-size:1.7rem;line-height:1.25;margin:.2rem 0 .6rem}
h2{font-size:1.2rem;line-height:1.3;margin:2.2rem 0 .6rem}
h2 small{font-size:.85rem;font-weight:400;color:var(--soft)}
a{color:var(--link);text-decoration-thickness:1px;text-underline-offset:.15em}
:target{outline:2px solid var(--link);outline-offset:3px;border-radius:4px}
code,pre{font:.875em/1.5 "JetBrains Mono",ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
pre code{font-size:1em}
pre{background:var(--code);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;overflow-x:auto;overflow-wrap:normal;tab-size:4}
time,.id,.seq,.reply,.soft{color:var(--soft);font-size:.85rem}
time{font-variant-numeric:tabular-nums;white-space:nowrap}
.tag{display:inline-block;vertical-align:.06em;font-size:.75rem;line-height:1.3;padding:.05rem .5rem;border:1px solid var(--line);border-radius:1rem;color:var(--soft);background:var(--card);white-space:nowrap}
.said{margin:.9rem 0;padding:.7rem 1rem .8rem;background:var(--card);border:1px solid var(--line);border-left:4px solid var(--shade);border-radius:6px;contain:paint}
.said>header{display:flex;flex-wrap:wrap;gap:.1rem .6rem;align-items:baseline;margin-bottom:.3rem}
.when{margin-left:auto;white-space:nowrap}.when .seq{display:inline-block;margin-left:.4rem}
.name{font-weight:600;color:var(--shade)}
.seq{text-decoration:none;min-width:3ch;text-align:right;font-variant-numeric:tabular-nums}
.seq:hover{text-decoration:underline}
.day{display:flex;gap:.8rem;align-items:center;margin:1.8rem 0 1rem;font-size:.85rem;font-weight:600;line-height:1.3;break-after:avoid}
.day time{color:inherit}
.day::after{content:"";flex:1;border-top:1px solid var(--line)}
.fact{display:flex;gap:0 .8rem;align-items:baseline;margin:.5rem 0;padding:0 1rem 0 calc(1rem + 4px);font-size:.925rem;color:var(--soft);contain:paint}
.fact .what{min-width:0}
.fact .name{font-weight:500}
.fact .chosen{color:var(--ink)}
.words .prose{white-space:pre-wrap;margin:.5em 0}
.words>:first-child{margin-top:0}
.words>:last-child{margin-bottom:0}
@media(max-width:34rem){body{padding:1rem .75rem 3rem}h1{font-size:1.4rem}.said{padding:.6rem .75rem .7rem}.fact{padding:0 .75rem 0 calc(.75rem + 4px)}.seq{min-width:0}}
@media print{:root{color-scheme:light;--paper:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#bbb;--link:#000;--code:#fff}
html{font-size:10.5pt}body{max-width:none;padding:0}.said,.fact{break-inside:auto;contain:none}.said>header,h1,h2{break-after:avoid}pre{white-space:pre-wrap;overflow-wrap:anywhere}}
`.trim();
