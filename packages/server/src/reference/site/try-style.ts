/** The forms that send requests. */
export const tryStyle = `
.try { margin-top: 1.25rem; border: 1px solid var(--line); border-radius: 8px; }
.try summary { padding: .55rem 1rem; font-size: .875rem; font-weight: 600; color: var(--link); cursor: pointer; border-radius: 8px; }
.try summary:hover { background: var(--panel); }
.try form { display: grid; gap: .75rem; padding: .5rem 1rem 1rem; }
.try label { display: grid; gap: .2rem; font-size: .875rem; }
.try label > span { font-weight: 600; overflow-wrap: anywhere; }
.try small { font-weight: 400; font-size: .75rem; color: var(--soft); }
.try :is(input, select, textarea) { width: 100%; min-height: 2.25rem; padding: .35rem .6rem; border: 1px solid var(--edge); border-radius: 5px; background: var(--paper); color: inherit; font: .8125rem/1.5 var(--mono); }
.try textarea { resize: vertical; tab-size: 2; }
.try ::placeholder { color: var(--soft); opacity: 1; }
.try input:user-invalid { border-color: var(--remove); }
.buttons { display: flex; flex-wrap: wrap; gap: .6rem; }
.buttons button { min-height: 2.25rem; padding: 0 1rem; border: 1px solid var(--edge); border-radius: 6px; background: none; color: inherit; font: 600 .875rem/1 var(--sans); cursor: pointer; }
.buttons button:hover { background: var(--press); }
.buttons [type="submit"] { border-color: var(--link); background: var(--link); color: var(--on-link); }
.buttons [type="submit"]:hover { background: var(--link); text-decoration: underline; text-underline-offset: .2em; }
.buttons .danger { border-color: var(--remove); color: var(--remove); }
.answer { padding: .9rem 1rem 1rem; border-top: 1px solid var(--line); }
.answer h3 { margin: 0; font-size: .875rem; }
.answer h3 b { font-family: var(--mono); }
.answer .wrong { color: var(--remove); }
.answer dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .05rem .9rem; margin-top: .5rem; font-size: .8125rem; }
.answer dt { color: var(--soft); }
.answer dd { margin: 0; font-family: var(--mono); overflow-wrap: anywhere; }
.answer pre { max-height: 28rem; margin-top: .6rem; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.answer p { margin-top: .5rem; font-size: .8125rem; color: var(--soft); }
.answer .buttons { margin-top: .75rem; color: var(--ink); }
dialog { max-width: min(28rem, calc(100vw - 2.5rem)); padding: 1.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--paper); color: var(--ink); }
dialog::backdrop { background: rgb(0 0 0 / 45%); }
dialog p { margin: .6rem 0 1.25rem; overflow-wrap: anywhere; }
`;
