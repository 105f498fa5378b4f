type Env = Readonly<Record<string, string | undefined>>;

/** What Node starts a program with. */
export interface ProgramStart {
  /** The program, or the whole line for the shell. */
  file: string;
  args: readonly string[];
  shell: boolean;
  env: Env;
}

/**
 * What a shell of Windows takes as it stands within quotation marks, in every code page. It has no `%`, which the shell
 * expands there too, and no letter outside of ASCII, which a program with another code page can read as a sign.
 */
const plain = "A-Za-z0-9 .,:;#@/_'\\[\\]-";
const isPlain = new RegExp(`^[${plain}]+$`);
const notPlain = new RegExp(`[^${plain}]`, 'gu');

/** A text as it may be given to `startOf`: where a shell runs, with `_` for what a shell could take for its own. */
export const plainWord = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? text.replace(notPlain, '_') : text;

/**
 * How a program of the search path is started. What npm installs is a script on Windows, which a shell alone can run.
 * The shell gets plain words only: another one is refused here, before anything is started (DOOR-22).
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
  // One line: Node would join the words with spaces and quote none.
  const file = words.map((word) => `"${word}"`).join(' ');
  // The shell looks into the current folder first, where a project may have put anything.
  return { file, args: [], shell: true, env: { ...env, NoDefaultCurrentDirectoryInExePath: '1' } };
};
