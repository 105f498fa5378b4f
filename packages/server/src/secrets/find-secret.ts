import { setImmediate as nextTurn } from 'node:timers/promises';
import { findShortKey } from './find-short-key.ts';

/** A secret in a text. It never holds the secret itself. */
export interface FoundSecret {
  /** The name of the rule that knows it. */
  rule: string;
  /** Where it begins, in characters. */
  position: number;
}

/** Every secret of the rules has so many characters of a word in a row, except a private key in PEM. */
const longWord = 20;
const keyBeginning = '-----BEGIN';

/** The ASCII characters of which tokens of this service, and of which secrets, are made. */
const isOfToken = new Uint8Array(128);
for (const one of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-') isOfToken[one.charCodeAt(0)] = 1;
const isOfSecret = Uint8Array.from(isOfToken);
for (const one of '+/=.') isOfSecret[one.charCodeAt(0)] = 1;

/**
 * Where the next word begins that has so many characters of secrets in a row, or -1. Looks at the last place of a word
 * first: what stands before a space there need not be looked at. So it looks at a fraction of a text of sentences.
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

/** A name in code may be as long, but is part of another or has no capital letter; one token in a billion has none. */
const ownToken = /^[^A-Za-z0-9_]?(?:agt|obs|rec|wrk|agk|crk)_(?=[a-z0-9_-]{0,42}[A-Z])[A-Za-z0-9_-]{43}$/;
const ownLength = 47;

/** Whether a text may hold a secret of any kind; a no is certain, and costs next to nothing for sentences. */
export const mayHoldSecret = (text: string): boolean => findLongWord(text, 0) !== -1 || text.includes(keyBeginning);

/** The position of something that looks like a token of this service, or undefined (SEC-1). */
export const findOwnToken = (text: string): number | undefined => {
  let end: number;
  for (let start = 0; (start = findLongWord(text, start, ownLength, isOfToken)) !== -1; start = end) {
    end = endOfWord(text, start, isOfToken);
    // A token ends its word, so that only the end of the word and the character before the token are looked at.
    const position = end - ownLength;
    if (ownToken.test(text.slice(Math.max(0, position - 1), end))) return position;
  }
  return undefined;
};

/** What the long word of a secret begins with; something else may stand before it in the same word. */
const wordBeginning =
  /gh[pousr]_|github_pat_|xox[abpor]-|xapp-|sk-|gsk_|hf_|lin_api_|ntn_|npm_|SG\.|shp(?:pa|ca|at|ss)_|glpat-|glc_|glsa_|ops_ey|hvs\.|hvb\.|dapi|dckr_pat_|figd_|hooks\.slack\.com\/services/;
/** All of them but `dapi` hold one of these signs. To search for a sign is quicker than to search for all of them. */
const mayHoldBeginning = (word: string): boolean => /[_.-]/.test(word) || word.includes('dapi');
/** What stands before a secret, outside its word. */
const contextBeginning = /-----BEGIN|(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)|"private_key"/;
/** What a secret of the rules below begins with. Nothing is looked at by a rule that does not hold one of these. */
const beginnings = new RegExp(`${contextBeginning.source}|${wordBeginning.source}`, 'g');

/** Parts of what `contextBeginning` finds. A search for a text is many times quicker than one for a pattern. */
const contextParts = [keyBeginning, 'CCESS', 'ccess', '"private_key"'];

/** Whether `beginnings` are in a text where a secret can follow. Looks at long words and at few others. */
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

/** The rules whose secrets have a fixed beginning; rules that guess by context are left out (SEC-2). */
const rules: ReadonlySet<string> = new Set(
  `1password anthropic aws databricks docker figma gcp github gitlab grafana groq hashicorp-vault huggingface linear
   notion npm openai privatekey sendgrid shopify slack`
    .split(/\s+/)
    .map((name) => `@secretlint/secretlint-rule-${name}`),
);

/** The longest secret is a private key. */
const longestSecret = 12_000;
/** What is looked at in one turn of the event loop. */
const windowLength = 24_000;

/** The first secret of others in a text: a private key, or a key of a provider (SEC-2). */
export const findForeignSecret = async (text: string): Promise<FoundSecret | undefined> => {
  let next = 0;
  if (!hasBeginning(text)) return undefined;
  for (const { index } of text.matchAll(beginnings)) {
    if (index < next) continue;
    // A short text is looked at as a whole: the key file of a provider is known by all of its members.
    const start = text.length <= windowLength ? 0 : Math.max(0, index - 100);
    const end = start + windowLength;
    const found = await lint(text.slice(start, end));
    if (found) return { ...found, position: start + found.position };
    // A secret that begins near the end of the window is looked at in the next one.
    next = end < text.length ? end - longestSecret : text.length;
    await nextTurn();
  }
  return undefined;
};

/** Loaded with the first text that needs it. */
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
