import type { Env } from '../seats/identity.ts';

/** The arguments with which Node starts a program. */
export interface ProgramStart {
  /** The program, or the whole line for the shell. */
  file: string;
  args: readonly string[];
  shell: boolean;
  env: Env;
}

/**
 * Characters that a Windows shell takes literally within quotation marks, in every code page. `%` is not among them,
 * because the shell expands it there too. Letters outside of ASCII are not, because a program with another code page
 * can read them as other characters.
 */
const plain = "A-Za-z0-9 .,:;#@/_'\\[\\]-";
const isPlain = new RegExp(`^[${plain}]+$`);
const notPlain = new RegExp(`[^${plain}]`, 'gu');

/** A text that `startOf` accepts: on Windows, with `_` for each character that the shell could interpret. */
export const plainWord = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? text.replace(notPlain, '_') : text;

/**
 * The start of a program of the search path. On Windows, npm installs a script, which needs a shell. The shell gets
 * plain words only; any other word is refused here, before anything is started.
 */
export const startOf = (
  program: string,
  args: readonly string[],
  env: Env,
  platform: NodeJS.Platform = process.platform,
): ProgramStart => {
  if (platform !== 'win32') return { file: program, args, shell: false, env };
  const words = [program, ...args];
  if (!words.every((word) => isPlain.test(word))) {
    throw new Error(`${plainWord(program, platform)} is not started: a word for it could be read by the shell.`);
  }
  // The words are joined here, because Node would quote none.
  const file = words.map((word) => `"${word}"`).join(' ');
  // The shell looks into the current folder first, where a project may have put anything.
  return { file, args: [], shell: true, env: { ...env, NoDefaultCurrentDirectoryInExePath: '1' } };
};
