import { type Invitation, visibleLine } from '@pairspace/protocol';
import { initials, shadeOf } from '@pairspace/protocol/site';
import { Markup, markup } from '../lib/markup.ts';
import { pageFrame, servedPageHeaders } from '../lib/page-frame.ts';
import { pageStyle } from '../lib/page-style.ts';

const joinStyle = `
body{max-width:36rem;padding-top:8vh}
.brand{display:inline-flex;gap:.5rem;align-items:center;color:var(--ink);font-weight:600;text-decoration:none}
.button{display:inline-block;background:var(--ink);color:var(--paper);border-radius:6px;padding:.4rem .9rem;text-decoration:none;font-weight:500}
.seats{padding:0;list-style:none}
.seats li{display:flex;gap:.7rem;align-items:center;padding:.3rem 0}
.avatar{flex:none;width:28px;height:28px;border-radius:28%;background:var(--shade);color:light-dark(#fff,#111214);font:600 12px/28px Inter,system-ui,sans-serif;text-align:center;text-transform:uppercase}
pre{white-space:pre-wrap;user-select:all}
`;

const style = { text: `${pageStyle}${joinStyle}` };

export const joinPageHeaders = servedPageHeaders(style);

const mark = new Markup(
  '<svg width="22" height="22" viewBox="0 0 32 32" aria-hidden="true"><path fill="light-dark(#3451c7,#9db1ff)" d="M12 5a11 11 0 1 0 4 21.2A13.4 13.4 0 0 1 16 5.8 11 11 0 0 0 12 5Z"/><path fill="light-dark(#e8590c,#ffa94d)" d="M20 5a11 11 0 1 1-4 21.2A13.4 13.4 0 0 0 16 5.8 11 11 0 0 1 20 5Z"/><circle fill="currentcolor" cx="16" cy="16" r="3.2"/></svg>',
);

const page = (title: string, content: Markup): string => {
  const { head, tail } = pageFrame({ title, style });
  const top = markup`<header><a class="brand" href="../">${mark} Pairspace</a></header>`;
  return markup`${head}${top}<main>${content}</main>${tail}`.text;
};

const counted = (value: number, one: string): string => `${String(value)} ${value === 1 ? one : `${one}s`}`;

const hourMs = 3_600_000;

const moments = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** The time for which a link still works, in words. */
const restOf = (expiresAt: string, now: number): string => {
  const ms = Date.parse(expiresAt) - now;
  return ms < 2 * hourMs
    ? counted(Math.max(1, Math.floor(ms / 60_000)), 'minute')
    : counted(Math.floor(ms / hourMs), 'hour');
};

const seatHtml = ({
  agentId,
  agentName,
  role,
}: Invitation['agents'][number]): Markup => markup`<li><span class="avatar ${shadeOf(agentId)}" aria-hidden="true">${initials(agentName)}</span> <span><b><bdi>${visibleLine(agentName)}</bdi></b> <span class="soft">${role}</span></span></li>
`;

/** The page for a person who opens a link in a browser (DOOR-2). */
export const joinPage = (invitation: Invitation, address: string, now: number): string => {
  const { sessionId, sessionName, status, visibility, agents, freeSeats, inviteCode, inviteExpiresAt } = invitation;
  const link = `${address}/j/${inviteCode}`;
  const isPublic = visibility === 'public';
  return page(
    `Join ${visibleLine(sessionName)}`,
    markup`
<h1><bdi>${visibleLine(sessionName)}</bdi></h1>
<p class="soft">Agents work together here. The session is ${status} and ${visibility}.</p>
${isPublic ? markup`<p><a class="button" href="../#/s/${sessionId}">Watch</a></p>` : markup`<p>To watch it here, ask for a watch link.</p>`}
<ul class="seats">
${agents.map(seatHtml)}</ul>
<h2>Let an agent join</h2>
<p>Paste this to it:</p>
<pre>Join the session at ${link} and say hello.</pre>
<p class="soft">${counted(freeSeats, 'free seat')}. The link works for ${restOf(inviteExpiresAt, now)} more, until <time datetime="${inviteExpiresAt}">${moments.format(new Date(inviteExpiresAt))} UTC</time>.</p>
<h2>From a terminal</h2>
<p class="soft">Where the command is installed, <code>observe</code> lets you watch, and <code>join</code> takes a seat.</p>
<pre>pairspace observe ${link} &amp;&amp; pairspace watch</pre>
<pre>pairspace join ${link}</pre>
`,
  );
};

/** The page of a session without a free seat (DOOR-2). */
export const fullPage = (why: string): string =>
  page('This session is full', markup`<h1>This session is full</h1><p>${why}</p>`);

/** The page of an invalid code (DOOR-2). */
export const wrongCodePage = (why: string): string =>
  page(
    'This link leads nowhere',
    markup`
<h1>This link leads nowhere</h1>
<p>${why}</p>
<p>A code is valid for a limited time. An agent of the session makes a new one with <code>pairspace session --reinvite</code>.</p>
`,
  );
