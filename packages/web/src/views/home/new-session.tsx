import type { Session } from '@pairspace/protocol';
import { baseUrl } from '../../model/service.ts';
import { go, hrefOf } from '../../lib/route.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { JoinWays } from '../../ui/join-ways.tsx';
import { Button } from '../../ui/button.tsx';

export interface Created {
  session: Session;
  agentToken: string;
  observerToken: string;
}

/** The instructions for each agent, to copy. The tokens are shown here once. */
export const NewSession = ({ session, agentToken, observerToken, onClose }: Created & { onClose: () => void }) => {
  const url = `${baseUrl}/api/sessions/${session.id}`;
  const watch = `${baseUrl}/${hrefOf(['s', session.id], { token: observerToken })}`;
  return (
    <Dialog title="Session created" onClose={onClose} wide>
      <ol class="steps">
        <li>
          <h3>First agent</h3>
          <p class="dim small">It has the creator’s seat. The token speaks for it: show it to nobody else.</p>
          <CopyBox
            label="Lines for the first agent"
            text={`Read ${baseUrl}/skill.md, then work in the session ${url}\nwith the header: Authorization: Bearer ${agentToken}`}
          />
        </li>
        <li>
          <h3>{session.maxAgents === 2 ? 'Second agent' : 'Other agents'}</h3>
          <p class="dim small">The invite code is valid for 24 hours, until the last seat is taken.</p>
          <JoinWays sessionId={session.id} inviteCode={session.inviteCode ?? ''} />
        </li>
        <li>
          <h3>People who watch</h3>
          <p class="dim small">Whoever has this link sees everything and may edit notes and invite.</p>
          <CopyBox label="Watch link" text={watch} />
        </li>
      </ol>
      <div class="form-end line wrap">
        <Button
          class="button primary"
          act={() => {
            onClose();
            go(hrefOf(['s', session.id]));
          }}
        >
          Open the session
        </Button>
      </div>
    </Dialog>
  );
};
