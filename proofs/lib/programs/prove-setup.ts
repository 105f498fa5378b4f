import { type ProofContext, count } from './proof-context.ts';

/** Repeats setup and then removes it, after the program has written its own settings. */
export const proveSetup = async (around: ProofContext): Promise<void> => {
  const { home, program } = around;
  const before = await home.settings();
  const { code, out } = await home.pairspace('setup', program.name, '--yes');
  const again = await home.settings();
  await home.pairspace('setup', program.name, '--remove', '--yes');
  const removed = await home.settings();
  for (const [path, text] of before) {
    const texts = { before: text, again: code === 0 ? (again.get(path) ?? '') : out, removed: removed.get(path) ?? '' };
    count(around, 'setup', program.name, { path, ...texts });
  }
};
