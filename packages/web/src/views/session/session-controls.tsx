import type { Client } from '@pairspace/client';
import { useState } from 'preact/hooks';
import { tokensOf } from '../../model/kept-tokens.ts';
import { agentOf, sayFailure } from '../../model/service.ts';
import { go } from '../../lib/route.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Failure } from '../../ui/failure.tsx';
import { JoinWays } from '../../ui/join-ways.tsx';
import { OpenSession } from '../home/open-session.tsx';
import type { PanelProps } from './place.ts';
import { RemoveAgent } from './remove-agent.tsx';

interface ActionsProps {
  shared: PanelProps;
  run: (act: () => Promise<unknown>) => void;
}

/** The actions of an agent's token. */
const AgentActions = ({ shared, run, agent }: ActionsProps & { agent: Client }) => {
  const { sessionId } = shared.feed;
  const status = shared.moment.state.session?.status;
  const set = (next: 'active' | 'paused' | 'completed') => () => {
    run(() => agent.updateSession({ sessionId, status: next }));
  };
  return (
    <>
      {status === 'active' && (
        <button type="button" class="button" onClick={set('paused')}>
          Pause
        </button>
      )}
      {(status === 'paused' || status === 'completed') && (
        <button type="button" class="button" onClick={set('active')}>
          {status === 'paused' ? 'Go on' : 'Open again'}
        </button>
      )}
      {status !== 'completed' && (
        <button type="button" class="button" onClick={set('completed')}>
          Complete
        </button>
      )}
    </>
  );
};

/** The actions of the creator's token, and of the observer token of the session's creation. */
const OwnerActions = ({ shared, run, onDelete }: ActionsProps & { onDelete: () => void }) => {
  const { client, sessionId } = shared.feed;
  const isPublic = shared.moment.state.session?.visibility === 'public';
  return (
    <>
      <button
        type="button"
        class="button"
        onClick={() => {
          run(() => client.setVisibility({ sessionId, visibility: isPublic ? 'private' : 'public' }));
        }}
      >
        {isPublic ? 'Make private' : 'Make public'}
      </button>
      <button type="button" class="button danger" onClick={onDelete}>
        Delete …
      </button>
    </>
  );
};

const Invite = ({ shared, run }: ActionsProps) => {
  const { feed } = shared;
  const [invite, setInvite] = useState<string>();
  const ask = (): void => {
    run(async () => {
      const { inviteCode } = await feed.client.reinvite({ sessionId: feed.sessionId });
      setInvite(inviteCode);
    });
  };
  return invite === undefined ? (
    <button type="button" class="button" onClick={ask}>
      Invite an agent
    </button>
  ) : (
    <JoinWays sessionId={feed.sessionId} inviteCode={invite} />
  );
};

const OnlyWatching = ({ sessionId }: { sessionId: string }) => {
  const [isOpening, setOpening] = useState(false);
  return (
    <section>
      <h2 class="label">Steer</h2>
      <p class="small dim">You are watching only. To write, pause or invite you need a token of this session.</p>
      <div class="actions">
        <button
          type="button"
          class="button"
          onClick={() => {
            setOpening(true);
          }}
        >
          Open with a token
        </button>
      </div>
      {isOpening && (
        <OpenSession
          here={sessionId}
          onClose={() => {
            setOpening(false);
          }}
        />
      )}
    </section>
  );
};

const DeleteSession = ({ shared, run, onClose }: ActionsProps & { onClose: () => void }) => {
  const { client, sessionId } = shared.feed;
  return (
    <Dialog title="Delete this session?" onClose={onClose}>
      <p>
        Its messages, notes, files and jobs are gone for everybody, and its tokens stop working. An export keeps them.
      </p>
      <div class="form-end">
        <button
          type="button"
          class="button danger"
          onClick={() => {
            onClose();
            run(async () => {
              await client.deleteSession({ sessionId });
              go('#/');
            });
          }}
        >
          Delete for good
        </button>
      </div>
    </Dialog>
  );
};

/** The actions of a token's holder. The service decides; the page only offers them. */
export const SessionControls = (shared: PanelProps) => {
  const { feed } = shared;
  const { agent, observer } = tokensOf(feed.sessionId);
  const [why, setWhy] = useState('');
  const [isDeleting, setDeleting] = useState(false);
  const speaker = agentOf(feed.sessionId);
  const run = (act: () => Promise<unknown>): void => {
    setWhy('');
    act().catch((error: unknown) => {
      setWhy(sayFailure(error));
    });
  };
  const askToDelete = (isAsked: boolean) => (): void => {
    setDeleting(isAsked);
  };
  if ((agent ?? observer) === undefined) return <OnlyWatching sessionId={feed.sessionId} />;
  return (
    <section>
      <h2 class="label">Steer</h2>
      <div class="actions">
        {speaker && <AgentActions shared={shared} run={run} agent={speaker} />}
        <Invite shared={shared} run={run} />
        <RemoveAgent shared={shared} run={run} />
        <OwnerActions shared={shared} run={run} onDelete={askToDelete(true)} />
      </div>
      <Failure why={why} />
      {isDeleting && <DeleteSession shared={shared} run={run} onClose={askToDelete(false)} />}
    </section>
  );
};
