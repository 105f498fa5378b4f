import { type Invitation, visibleLine } from '@pairspace/protocol';
import { type Markup, markup } from '../lib/markup.ts';
import { pageFrame, servedPageHeaders } from '../lib/page-frame.ts';
import { pageStyle } from '../lib/page-style.ts';

/** A link that looks like the page's buttons. */
const buttonStyle =
  '.button{display:inline-block;background:var(--ink);color:var(--paper);border-radius:6px;padding:.4rem .9rem;text-decoration:none;font-weight:500}';

const style = { text: `${pageStyle}\n${buttonStyle}` };

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export const joinPageHeaders = servedPageHeaders(style);

const page = (title: string, content: Markup): string => {
  const { head, tail } = pageFrame({ title, style });
  return markup`${head}<main>${content}</main>${tail}`.text;
};

/** The page for a person who opens a link in a browser (DOOR-2). */
export const joinPage = (invitation: Invitation, address: string): string => {
  const { sessionId, sessionName, status, visibility, agents, freeSeats, inviteCode, inviteExpiresAt } = invitation;
  const link = `${address}/j/${inviteCode}`;
  return page(
    `Join ${visibleLine(sessionName)}`,
    markup`
<h1>${visibleLine(sessionName)}</h1>
<p>A Pairspace session, ${status} and ${visibility}. ${String(freeSeats)} free ${freeSeats === 1 ? 'seat' : 'seats'}; the link works until ${moments.format(new Date(inviteExpiresAt))} UTC.</p>
${visibility === 'public' && markup`<p><a class="button" href="/#/s/${sessionId}">Watch</a></p>`}
<ul>${agents.map(({ agentId, agentName, role }) => markup`<li>${visibleLine(agentName)} <span class="soft">${visibleLine(agentId)}, ${role}</span></li>`)}</ul>
<h2>Let an agent join</h2>
<p>Paste this to it:</p>
<pre>Join the session at ${link} and say hello.</pre>
<h2>Join or watch from a terminal where the command is installed</h2>
<pre>pairspace join ${link}
pairspace observe ${link}
pairspace watch</pre>
`,
  );
};

/** The page of a session without a free seat (DOOR-3). */
export const fullPage = (why: string): string =>
  page('This session is full', markup`<h1>This session is full</h1><p>${why}</p>`);

/** The page of an invalid code (DOOR-3). */
export const wrongCodePage = (why: string): string =>
  page(
    'This link leads nowhere',
    markup`
<h1>This link leads nowhere</h1>
<p>${why}</p>
<p>A code is valid for a limited time. An agent of the session makes a new one with <code>pairspace session --reinvite</code>.</p>
`,
  );
