import { setImmediate as nextTurn } from 'node:timers/promises';
import { findShortKey } from './find-short-key.ts';

/** The position and the rule of a secret in a text, never the secret itself. */
export interface FoundSecret {
  /** The name of the matching rule. */
  rule: string;
  /** The offset of the first character of the secret in the text. */
  position: number;
}

/** The least number of consecutive word characters in a secret; only a private key in PEM may have fewer. */
const longWord = 20;
const keyBeginning = '-----BEGIN';

/** The ASCII characters of this service's tokens and of other secrets. */
const isOfToken = new Uint8Array(128);
for (const one of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-') isOfToken[one.charCodeAt(0)] = 1;
const isOfSecret = Uint8Array.from(isOfToken);
for (const one of '+/=.') isOfSecret[one.charCodeAt(0)] = 1;

/**
 * The beginning of the next run of at least `length` characters of the set, or -1. The search tests the last character
 * of a possible run first, so it reads only a fraction of ordinary text.
 */
const findLongWord = (text: string, from: number, length = longWord, isOfWord = isOfSecret): number => {
  let start = from;
  while (start + length <= text.length) {
    let position = start + length - 1;
    while (position >= start && isOfWord[text.charCodeAt(position)] === 1) position--;
    if (position < start) return start;
    start = position + 1;
  }
  return -1;
};

const endOfWord = (text: string, start: number, isOfWord = isOfSecret): number => {
  let end = start;
  while (end < text.length && isOfWord[text.charCodeAt(end)] === 1) end++;
  return end;
};

/**
 * A name in code may look like a token, but such a name is part of a longer name or has no capital letter. Fewer than
 * one token in a billion has no capital letter.
 */
const ownToken = /^[^A-Za-z0-9_]?(?:agt|obs|rec|wrk|agk|crk)_(?=[a-z0-9_-]{0,42}[A-Z])[A-Za-z0-9_-]{43}$/;
const ownLength = 47;

/** Whether a text may hold a secret of any kind. False is certain, and costs little for ordinary text. */
export const mayHoldSecret = (text: string): boolean => findLongWord(text, 0) !== -1 || text.includes(keyBeginning);

/** The position of a text in the form of this service's tokens, or undefined (SEC-1). */
export const findOwnToken = (text: string): number | undefined => {
  let end: number;
  for (let start = 0; (start = findLongWord(text, start, ownLength, isOfToken)) !== -1; start = end) {
    end = endOfWord(text, start, isOfToken);
    // A token is at the end of its word, so only that part and the character before it are tested.
    const position = end - ownLength;
    if (ownToken.test(text.slice(Math.max(0, position - 1), end))) return position;
  }
  return undefined;
};

/** Prefixes of secrets within their word. */
const wordBeginning =
  /gh[pousr]_|github_pat_|xox[abpor]-|xapp-|sk-|gsk_|hf_|lin_api_|ntn_|npm_|SG\.|shp(?:pa|ca|at|ss)_|glpat-|glc_|glsa_|ops_ey|hvs\.|hvb\.|dapi|dckr_pat_|figd_|hooks\.slack\.com\/services/;
/**
 * Every prefix but `dapi` contains one of these characters. Searching for a character is faster than searching for the
 * prefixes.
 */
const mayHoldBeginning = (word: string): boolean => /[_.-]/.test(word) || word.includes('dapi');
/** Words before a secret that stand outside its word. */
const contextBeginning = /-----BEGIN|(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)|"private_key"/;
/** All beginnings of secrets. A text without any of them needs no rule. */
const beginnings = new RegExp(`${contextBeginning.source}|${wordBeginning.source}`, 'g');

/** Parts of the matches of `contextBeginning`. A search for a constant text is much faster than one for a pattern. */
const contextParts = [keyBeginning, 'CCESS', 'ccess', '"private_key"'];

/** Whether `beginnings` occur in a text at a place for a secret. It examines long words and few others. */
const hasBeginning = (text: string): boolean => {
  if (contextParts.some((part) => text.includes(part)) && contextBeginning.test(text)) return true;
  for (let start = findLongWord(text, 0); start !== -1;) {
    const end = endOfWord(text, start);
    const word = text.slice(start, end);
    if (mayHoldBeginning(word) && wordBeginning.test(word)) return true;
    start = findLongWord(text, end);
  }
  return false;
};

/** The rules for secrets with a fixed beginning; rules that guess by context are omitted (SEC-2). */
const rules: ReadonlySet<string> = new Set(
  `1password anthropic aws databricks docker figma gcp github gitlab grafana groq hashicorp-vault huggingface linear
   notion npm openai privatekey sendgrid shopify slack`
    .split(/\s+/)
    .map((name) => `@secretlint/secretlint-rule-${name}`),
);

/** The length of the longest secret, a private key. */
const longestSecret = 12_000;
/** The part of a text that is examined in one turn of the event loop. */
const windowLength = 24_000;

/** The first secret of another service in a text: a private key, or a provider's key (SEC-2). */
export const findForeignSecret = async (text: string): Promise<FoundSecret | undefined> => {
  let next = 0;
  if (!hasBeginning(text)) return undefined;
  for (const { index } of text.matchAll(beginnings)) {
    if (index < next) continue;
    // A short text is examined as a whole, because a provider's key file is recognised by all its members.
    const start = text.length <= windowLength ? 0 : Math.max(0, index - 100);
    const end = start + windowLength;
    const found = await lint(text.slice(start, end));
    if (found) return { ...found, position: start + found.position };
    // A secret that begins near the end of the window is found in the next window.
    next = end < text.length ? end - longestSecret : text.length;
    await nextTurn();
  }
  return undefined;
};

/** The rule set is loaded for the first text that needs it. */
const loadLinter = async () => {
  const [{ lintSource }, { creator }] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator, options: {} }] };
  return async (content: string) => {
    const { messages } = await lintSource({
      source: { filePath: 'text.json', ext: '.json', content, contentType: 'text' },
      options: { config },
    });
    return messages;
  };
};

let linter: ReturnType<typeof loadLinter> | undefined;

const lint = async (content: string): Promise<FoundSecret | undefined> => {
  linter ??= loadLinter();
  const messages = await (await linter)(content);
  const found = messages
    .filter(({ ruleId }) => rules.has(ruleId))
    .map(({ ruleId, range }) => ({ rule: ruleId.replace('@secretlint/secretlint-rule-', ''), position: range[0] }));
  const shortKey = findShortKey(content);
  if (shortKey !== undefined) found.push({ rule: 'privatekey', position: shortKey });
  return found.sort((one, other) => one.position - other.position)[0];
};
