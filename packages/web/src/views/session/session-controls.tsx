import { useState } from 'preact/hooks';
import { agentOf, sayFailure } from '../../model/service.ts';
import { hasRight, isOperator, isOwner } from '../../model/current-identity.ts';
import { go } from '../../lib/route.ts';
import { useOpen } from '../../lib/use-open.ts';
import { Failure } from '../../ui/failure.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import type { SessionFeed } from '../../model/session-feed.ts';
import { OpenSession } from '../home/open-session.tsx';
import { Invite } from './invite.tsx';
import { RemoveAgent } from './remove-agent.tsx';
import { sayRights } from './say-rights.ts';
import { SteerBudget } from './steer-budget.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed } from './shown.ts';

interface ActionsProps {
  run: (act: () => Promise<unknown>) => void;
}

type Status = 'active' | 'paused' | 'completed';

/** Buttons that set the status. `set` calls the endpoint for agents, or the endpoint for people who steer. */
const StatusActions = ({ run, set }: ActionsProps & { set: (status: Status) => Promise<unknown> }) => {
  const feed = useFeed();
  const status = feed.state.session?.status;
  const press = (next: Status) => calling(run, () => set(next));
  return (
    <>
      {status === 'active' && <Button act={press('paused')}>Pause</Button>}
      {(status === 'paused' || status === 'completed') && (
        <Button act={press('active')}>{status === 'paused' ? 'Resume' : 'Open again'}</Button>
      )}
      {status !== 'completed' && <Button act={press('completed')}>Complete</Button>}
    </>
  );
};

/** Whether the reader is a person who steers. */
export const maySteer = ({ identity }: SessionFeed): boolean => hasRight(identity, 'steer');

const SteerActions = ({ run }: ActionsProps) => {
  const feed = useFeed();
  const { client, sessionId } = feed;
  const { session, pool } = feed.state;
  const [isOpen, open, close] = useOpen();
  return (
    <>
      <StatusActions run={run} set={(status) => client.steerSession({ sessionId, status })} />
      {session?.status !== 'completed' && <Button act={open}>Seats and budget …</Button>}
      {isOpen && session && <SteerBudget session={session} pool={pool} onClose={close} />}
    </>
  );
};

/** The actions of an owner (`isOwner`). The operator has them too, but cannot make a private session public. */
const OwnerActions = ({ run, onDelete }: ActionsProps & { onDelete: () => void }) => {
  const { client, sessionId, identity, state } = useFeed();
  const isPublic = state.session?.visibility === 'public';
  return (
    <>
      {(isPublic || !isOperator(identity)) && (
        <Button
          act={calling(run, () => client.setVisibility({ sessionId, visibility: isPublic ? 'private' : 'public' }))}
        >
          {isPublic ? 'Make private' : 'Make public'}
        </Button>
      )}
      <Button class="button danger" act={onDelete} says="Delete …" />
    </>
  );
};

const OnlyWatching = () => {
  const { sessionId, identity } = useFeed();
  const person = identity?.person;
  const [isOpening, open, close] = useOpen();
  return (
    <section>
      <h2 class="label">Steer</h2>
      <p class="small dim">
        {person
          ? `Your link ${sayRights(person)}. To pause or invite you need a link that may steer.`
          : 'You are watching only. To write, pause or invite you need a token of this session.'}
      </p>
      <div class="actions">
        <Button act={open}>Open with a token</Button>
      </div>
      {isOpening && <OpenSession here={sessionId} onClose={close} />}
    </section>
  );
};

const DeleteSession = ({ onClose }: { onClose: () => void }) => {
  const feed = useFeed();
  const remove = async (): Promise<void> => {
    await feed.client.deleteSession({ sessionId: feed.sessionId });
    go('#/');
  };
  return (
    <FormDialog title="Delete this session?" onClose={onClose} submit={remove} says="Delete for good">
      <p>
        Its messages, notes, files and jobs are gone for everybody, and its tokens stop working. An export keeps them.
      </p>
    </FormDialog>
  );
};

/**
 * The actions of a token's holder. The service decides; the page only offers them. They act on the present, and so they
 * show the present also while a past moment is shown.
 */
export const SessionControls = () => {
  const feed = useFeed();
  const { identity } = feed;
  const [why, setWhy] = useState('');
  const [isDeleting, askToDelete, endAsk] = useOpen();
  const speaker = agentOf(feed.sessionId);
  const run = (act: () => Promise<unknown>): void => {
    setWhy('');
    act().catch((error: unknown) => {
      setWhy(sayFailure(error));
    });
  };
  const steers = maySteer(feed);
  if (!identity) return null;
  if (!steers && !identity.agent) return <OnlyWatching />;
  return (
    <section>
      <h2 class="label">Steer</h2>
      <div class="actions">
        {steers && <SteerActions run={run} />}
        {!steers && speaker && (
          <StatusActions run={run} set={(status) => speaker.updateSession({ sessionId: feed.sessionId, status })} />
        )}
        {(isOwner(identity) || steers) && !isOperator(identity) && <RemoveAgent run={run} />}
        {isOwner(identity) && <OwnerActions run={run} onDelete={askToDelete} />}
      </div>
      <Failure why={why} />
      <Invite />
      {isDeleting && <DeleteSession onClose={endAsk} />}
    </section>
  );
};
