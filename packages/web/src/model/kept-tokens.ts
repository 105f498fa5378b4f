import { parseRoute, hrefOf } from '../lib/route.ts';
import { keptText } from './kept-text.ts';

/** Tokens stay in this tab: in its session storage, or in memory where the browser refuses storage. */
const { get, keep } = keptText('pairspace.tokens');

type Kept = Record<string, string[]>;

/** Nothing if something else than this page has written the storage. */
const read = (): Kept => {
  try {
    return JSON.parse(get() ?? '{}') as Kept;
  } catch {
    return {};
  }
};

const write = (kept: Kept): void => {
  keep(JSON.stringify(kept));
};

const isAgentToken = (token: string): boolean => token.startsWith('agt_');

/** The tokens of one session in this tab: an agent's and an observer's at most. */
export const tokensOf = (sessionId: string): { agent?: string | undefined; observer?: string | undefined } => {
  const kept = read()[sessionId] ?? [];
  return { agent: kept.find(isAgentToken), observer: kept.find((token) => !isAgentToken(token)) };
};

export const keepToken = (sessionId: string, token: string): void => {
  const kept = read();
  const others = (kept[sessionId] ?? []).filter((one) => isAgentToken(one) !== isAgentToken(token));
  write({ ...kept, [sessionId]: [...others, token] });
};

/** Replaces all tokens that the tab has for a session, so that the tab has a single identity in it. */
export const replaceTokens = (sessionId: string, token: string): void => {
  write({ ...read(), [sessionId]: [token] });
};

/** Removes a token from all sessions of this tab. */
export const forgetToken = (token: string): void => {
  const kept = Object.entries(read()).map(([id, tokens]) => [id, tokens.filter((one) => one !== token)]);
  write(Object.fromEntries(kept) as Kept);
};

/** A token from a link, for a session for which this tab already has another token. */
export interface OfferedToken {
  sessionId: string;
  token: string;
}

/**
 * Takes the token of a watch link (`#/s/<id>?token=…`) out of the address before anything else happens. Where the tab
 * already has another token, the new token is only offered: else the maker of the link would choose as whom this person
 * acts.
 */
export const takeTokenFromAddress = (): OfferedToken | undefined => {
  const { path, params } = parseRoute(location.hash);
  const token = params.get('token');
  const [view, sessionId] = path;
  if (token === null || view !== 's' || sessionId === undefined) return undefined;
  params.delete('token');
  history.replaceState(history.state, '', hrefOf(path, Object.fromEntries(params)));
  const known = read()[sessionId] ?? [];
  if (known.length === 0) keepToken(sessionId, token);
  return known.length === 0 || known.includes(token) ? undefined : { sessionId, token };
};
