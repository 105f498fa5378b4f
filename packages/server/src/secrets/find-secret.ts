import { setImmediate as nextTurn } from 'node:timers/promises';

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

/** Of the ASCII characters, those that secrets are made of. */
const isOfSecret = new Uint8Array(128);
for (const one of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/=.') {
  isOfSecret[one.charCodeAt(0)] = 1;
}

/**
 * Whether so many characters of secrets stand in a row somewhere. Looks at the last place of a word first: what stands
 * before a space there need not be looked at. So it looks at a fraction of a text of sentences.
 */
const hasLongWord = (text: string): boolean => {
  if (text.length < longWord) return false;
  let start = 0;
  while (start + longWord <= text.length) {
    let position = start + longWord - 1;
    while (position >= start && isOfSecret[text.charCodeAt(position)] === 1) position--;
    if (position < start) return true;
    start = position + 1;
  }
  return false;
};

const ownToken = /(?<![A-Za-z0-9])(?:agt|obs|rec|wrk|agk|crk)_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])/;

/** Whether a text may hold a secret of any kind; a no is certain, and costs next to nothing for sentences. */
export const mayHoldSecret = (text: string): boolean => hasLongWord(text) || text.includes(keyBeginning);

/** The position of something that looks like a token of this service, or undefined (SEC-1). */
export const findOwnToken = (text: string): number | undefined => {
  const position = text.search(ownToken);
  return position === -1 ? undefined : position;
};

/** What a secret of the rules below begins with. Nothing is looked at by a rule that does not hold one of these. */
const beginnings =
  /-----BEGIN|(?:SECRET|secret|Secret)_?(?:ACCESS|access|Access)_?(?:KEY|key|Key)|gh[pousr]_|github_pat_|xox[abpor]-|xapp-|sk-|gsk_|hf_|lin_api_|ntn_|npm_|SG\.|shp(?:pa|ca|at|ss)_|glpat-|glc_|glsa_|ops_ey|hvs\.|hvb\.|dapi|dckr_pat_|figd_|"private_key"/g;

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
  if (text.search(beginnings) === -1) return undefined;
  for (const { index } of text.matchAll(beginnings)) {
    if (index < next) continue;
    const start = Math.max(0, index - 100);
    const found = await lint(text.slice(start, start + windowLength));
    if (found) return { ...found, position: start + found.position };
    // A secret that begins near the end of the window is looked at in the next one.
    next = start + windowLength - longestSecret;
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
      source: { filePath: 'text', content, contentType: 'text' },
      options: { config },
    });
    return messages;
  };
};

let linter: ReturnType<typeof loadLinter> | undefined;

const lint = async (content: string): Promise<FoundSecret | undefined> => {
  linter ??= loadLinter();
  const messages = await (await linter)(content);
  const [first] = messages.filter(({ ruleId }) => rules.has(ruleId)).sort((a, b) => a.range[0] - b.range[0]);
  return first && { rule: first.ruleId.replace('@secretlint/secretlint-rule-', ''), position: first.range[0] };
};
