import { useAction } from '../../lib/use-action.ts';
import type { Checkpoint } from '@pairspace/protocol';
import { useState } from 'preact/hooks';
import { type ChainCheck, checkChain } from '../../lib/check-chain.ts';
import { count, fullTime, timeWithSeconds } from '../../lib/format.ts';
import type { SessionFeed } from '../../model/session-feed.ts';
import { Failure } from '../../ui/failure.tsx';
import { longestHistory } from './use-moment-at.ts';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed } from './shown.ts';

interface Checked {
  check: ChainCheck;
  checkpoint: Checkpoint;
  at: string;
}

const check = async ({ client, sessionId, events }: SessionFeed): Promise<Checked> => {
  if (!(globalThis as { isSecureContext?: boolean }).isSecureContext)
    throw new Error('The browser checks a log only over https, or on this device.');
  const [checkpoint, { keys }] = await Promise.all([client.getCheckpoint({ sessionId }), client.listKeys()]);
  if (checkpoint.seq > longestHistory)
    throw new Error(`The page checks up to ${count(longestHistory)} entries. An export is checked without a limit.`);
  events.extendTo(checkpoint.seq);
  const log = await events.readWhole(checkpoint.seq, () => undefined, new AbortController().signal);
  return { check: await checkChain(sessionId, log, checkpoint, keys), checkpoint, at: new Date().toISOString() };
};

const Result = ({ check, checkpoint, at }: Checked) => {
  if (check.kind === 'broken')
    return (
      <p role="alert" class="failure">
        This log was changed. {check.why}
      </p>
    );
  return (
    <p class="small" role="status">
      <b>Whole up to entry {count(checkpoint.seq)}</b>, checked by this page at {timeWithSeconds(at)}.{' '}
      {check.signature === 'valid'
        ? 'The signature of the service fits'
        : 'This browser cannot check the signature of the service'}
      : key <span class="mono">{checkpoint.keyId.slice(0, 8)}…</span>, {fullTime(checkpoint.signedAt)}.
    </p>
  );
};

/** Checks in the browser whether the log is as it was written, when the reader presses the button. */
export const ChainState = () => {
  const feed = useFeed();
  const [checked, setChecked] = useState<Checked>();
  const { isBusy, why, run } = useAction();
  return (
    <section>
      <h2 class="label">Chain</h2>
      <p class="small dim">
        Each entry holds a hash of itself and of the one before, so a later change of any entry shows. The check does
        not say whether what an entry tells is true.
      </p>
      {checked && <Result {...checked} />}
      <Failure why={why} />
      <div class="actions">
        <Button aria-disabled={isBusy} act={calling(run, () => check(feed).then(setChecked))}>
          {isBusy && <span class="spinner" aria-hidden="true" />}
          {checked ? 'Check again' : 'Check the log'}
        </Button>
      </div>
    </section>
  );
};
