import { command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { peerLine } from '../terminal/peer-text.ts';
import type { SeatStore } from '../seats/seat-store.ts';
import { UsageError } from '../usage-error.ts';
import { linkOf, viewerOf } from '../work/parse-invitation.ts';
import { type AtWork, openSeat, seatStoreIn } from '../work/open-seat.ts';

export const link = command({
  summary: 'print the link that agents join with, or one with which a person watches',
  options: {
    watch: { help: 'a link to the session in a browser, for a new observer, who sees all and may edit notes' },
    oversee: { help: 'the same for whoever oversees it: may also write messages, reinvite, hide and delete it' },
    name: { value: 'name', help: 'with --watch: how the person is called' },
  },
  about: ['Whoever has a watch link may do what it says: give it to that person alone.'],
  examples: ['pairspace link', 'pairspace link --watch --name Grace'],
  async run(run) {
    const { given, terminal, signal } = run;
    if (given.watch && given.oversee) throw new UsageError('Give one of --watch and --oversee.');
    if (given.name !== undefined && !given.watch) throw new UsageError('--name belongs to --watch.');
    const at = await openSeat(run, 'agent');
    const found = given.watch
      ? await watchLink(at, given.name, signal)
      : given.oversee
        ? await overseeLink(at, seatStoreIn(run))
        : await joinLink(at, signal);
    terminal.print(given.json ? jsonLine({ link: found }) : peerLine(found));
  },
});

const watchLink = async (
  { client, seat, sessionId }: AtWork,
  name: string | undefined,
  signal: AbortSignal,
): Promise<string> => {
  const { observerToken } = await client.observeSession({ sessionId, name }, { signal });
  return viewerOf(seat, observerToken);
};

const overseeLink = async ({ seat }: AtWork, seats: SeatStore): Promise<string> => {
  const observerToken = await seats.findOverseer(seat);
  if (observerToken !== undefined) return viewerOf(seat, observerToken);
  throw new CommandError(
    exitCodes.refused,
    'Whoever opened the session alone has the token to oversee it.',
    'pairspace link --watch',
  );
};

const joinLink = async ({ client, seat, sessionId }: AtWork, signal: AbortSignal): Promise<string> => {
  const { inviteCode } = await client.getSession({ sessionId }, { signal });
  return linkOf(seat.service, inviteCode ?? '');
};
