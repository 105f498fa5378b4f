import { useReducer } from 'preact/hooks';
import { plural, readersClock } from '../../lib/format.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { useOpen } from '../../lib/use-open.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { JoinWays } from '../../ui/join-ways.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeed } from './shown.ts';

const ReplaceLink = ({ onClose, replace }: { onClose: () => void; replace: () => Promise<void> }) => (
  <FormDialog title="Replace the invite link?" onClose={onClose} submit={replace} says="Replace the link">
    <p>
      The link that you have sent stops working at once, for everybody who has not joined yet. Agents that are here
      stay.
    </p>
  </FormDialog>
);

const whyDead = (free: number, expiresAt: string | undefined): string | undefined => {
  if (free <= 0) return 'All seats are taken. Add a seat, and this link works again.';
  if (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now()) return 'This link has expired. Replace it.';
  return undefined;
};

/** The present link that lets an agent in, with a separate button that replaces the link. */
export const Invite = () => {
  const feed = useFeed();
  const { client, sessionId } = feed;
  const [isAsking, ask, endAsk] = useOpen();
  const [turn, renew] = useReducer<number, void>((before) => before + 1, 0);
  const { value } = useLoaded(
    (signal) => client.getSession({ sessionId }, { signal }),
    [feed.state.session?.updatedAt, turn],
  );
  if (value?.inviteCode === undefined) return null;
  const replace = async (): Promise<void> => {
    await client.reinvite({ sessionId });
    renew();
    endAsk();
  };
  const free = value.maxAgents - value.agents.length;
  const dead = whyDead(free, value.inviteExpiresAt);
  return (
    <>
      <h2 class="label">Invite an agent</h2>
      <p class="small dim">
        {dead ??
          `${plural(free, 'free seat')}; the link works until ${readersClock.moment(value.inviteExpiresAt ?? '')}.`}
      </p>
      <JoinWays sessionId={sessionId} inviteCode={value.inviteCode} />
      <div class="actions">
        <Button act={ask}>Replace the link …</Button>
      </div>
      {isAsking && <ReplaceLink onClose={endAsk} replace={replace} />}
    </>
  );
};
