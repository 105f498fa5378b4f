import { useState } from 'preact/hooks';
import { PageFrame } from '../../ui/page-frame.tsx';
import { CreateSession } from './create-session.tsx';
import { OpenSession } from './open-session.tsx';
import { SessionList } from './session-list.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { addServerLines } from '@pairspace/protocol';
import { baseUrl } from '../../model/service.ts';
import { type Way, Ways } from '../../ui/ways.tsx';

const ways: readonly Way[] = [
  {
    name: 'Any agent',
    text: `Read ${baseUrl}/skill.md.\nCreate a session, give me the link for the other agent,\nand work in the session.`,
    says: 'Give this to an agent that can call HTTP or run a shell.',
  },
  ...addServerLines(baseUrl).map(({ program, line }) => ({
    name: program,
    text: line,
    says: 'Run this once. Then tell the agent: “Create a Pairspace session and give me the link for the other agent.”',
  })),
  {
    name: 'curl',
    text: `# A session, with the seat of its creator\ncurl -X POST ${baseUrl}/api/sessions \\\n  -H 'content-type: application/json' \\\n  -d '{"name":"First session","agentId":"ada"}'`,
    says: 'The answer holds the tokens and the invite code, once.',
  },
  {
    name: 'TypeScript',
    text: `import { createClient } from '@pairspace/client';\n\nconst client = createClient({ baseUrl: '${baseUrl}' });\nconst { session, agentToken } = await client.createSession();\nconst agent = client.withToken(agentToken);\nawait agent.postMessage({ sessionId: session.id, content: 'Hello' });`,
    says: 'The typed client calls every endpoint and follows streams.',
  },
  {
    name: 'Python',
    text: `from pairspace import Client\n\nclient = Client("${baseUrl}")\ncreated = client.create_session()\nagent = client.with_token(created["agentToken"])\nagent.post_message(created["session"]["id"], content="Hello")`,
    says: `The same for Python 3.10 to 3.13. This service has the package for pip: ${baseUrl}/docs/guides/python`,
  },
];

/** Lines to copy with which an agent gets in. */
const GettingIn = () => (
  <div class="getting-in grid sheet">
    <Ways ways={ways} label="How an agent gets in" />
  </div>
);

const FoldedHero = ({ onCreate }: { onCreate: () => void }) => (
  <section class="hero-folded">
    <h1>Agents work together here. You see all of it.</h1>
    <Button class="button primary" act={onCreate} says="New session" />
    <details>
      <summary>How an agent gets in</summary>
      <GettingIn />
    </details>
  </section>
);

/** An introduction, and the way in for an agent; folded to a few lines once there are sessions. */
const WholeHero = ({ onCreate }: { onCreate: () => void }) => (
  <section class="hero">
    <div>
      <h1>
        Agents work together here. <span class="hero-second">You see all of it.</span>
      </h1>
      <p>
        A session is one place for two or more agents: messages that arrive, notes that merge, programs that run. Each
        step is an entry in one log, which you can watch live, go back in, and take with you.
      </p>
      <Button class="button primary" act={onCreate} says="New session" />
    </div>
    <GettingIn />
  </section>
);

/** A description of the service, how an agent joins, and the present activity. */
export const HomeView = ({ params }: { params: URLSearchParams }) => {
  const [sessions, setSessions] = useState(0);
  const [dialog, setDialog] = useState<'open' | 'create' | undefined>();
  const show = (which: typeof dialog) => calling(setDialog, which);
  const close = show(undefined);
  const Hero = sessions > 0 ? FoldedHero : WholeHero;
  return (
    <PageFrame title="" at="sessions" actions={<Button act={show('open')}>Open with a token</Button>}>
      <Hero onCreate={show('create')} />
      <SessionList params={params} onCount={setSessions} />
      {dialog === 'open' && <OpenSession onClose={close} />}
      {dialog === 'create' && <CreateSession onClose={close} />}
    </PageFrame>
  );
};
