import { type Peer, until } from './peer.ts';
import type { TerminalOfProgram } from './terminal-of-program.ts';

/** Types a prompt, and waits until the program has sent it to its model. Throws, with the screen, where it does not. */
export const ask = async ({ talk }: Peer, terminal: TerminalOfProgram): Promise<void> => {
  const { requests } = talk;
  await terminal.type(`Go ${talk.word}.`);
  for (let tries = 0; tries < 10; tries++) {
    if (await until(() => talk.requests > requests, 20_000)) return;
    // A program that was busy may have taken the key for a part of the text.
    await terminal.press('Enter');
  }
  throw new Error(await terminal.screen());
};
